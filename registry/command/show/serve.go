package show

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/registry/command/cli"
	"ebim/results/serve"
)

func serveCommand(p *cli.Program) *cobra.Command {
	var runs, address string
	command := &cobra.Command{
		Use:   "serve",
		Short: "Show runs in a browser, also while they run",
		Long: "Show runs in a browser, also while other processes run them: verdicts, tables, curves as they grow, " +
			"figures, failures\n" +
			"and comparisons. It only reads the folder, and listens on this machine alone. To look from another " +
			"machine, forward the\n" +
			"port there: ssh -L 8686:127.0.0.1:8686 THIS_MACHINE.",
		Example: "  ebim serve\n  ebim serve --runs /data/runs --address 127.0.0.1:9000",
		Args:    cli.Usage(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if !serve.IsLoopback(address) {
				return fmt.Errorf("--address %q; a loopback HOST:PORT is needed, such as 127.0.0.1:8686. To look from "+
					"another machine, run there: ssh -L 8686:127.0.0.1:8686 THIS_MACHINE", address)
			}
			return cli.Failed(listen(p, command, runs, address))
		},
	}
	cli.AddRuns(command, &runs)
	command.Flags().StringVar(&address, "address", "127.0.0.1:8686",
		"`host:port` to listen at; port 0 takes a free one")
	return command
}

// listen answers until the command is interrupted.
func listen(p *cli.Program, command *cobra.Command, runs, address string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("%w; choose another --address, such as 127.0.0.1:0 for a free port", err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return err
	}
	handler, err := serve.Handler(serve.Options{Runs: runs, Version: experiment.Versions()["ebim"], Now: p.Now,
		Known: knownOf(p)})
	if err != nil {
		return err
	}
	host, _, _ := net.SplitHostPort(address) // checked before
	fmt.Fprintln(command.OutOrStdout(), "http://"+net.JoinHostPort(host, port)+"/")
	fmt.Fprintln(command.ErrOrStderr(), "Runs of", runs, "are shown there until Ctrl-C.")
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 64 << 10,
		ErrorLog:       log.New(command.ErrOrStderr(), "", 0)}
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		<-command.Context().Done()
		within, cancel := context.WithTimeout(context.WithoutCancel(command.Context()), time.Second)
		defer cancel()
		if server.Shutdown(within) != nil { // readers who are slow
			_ = server.Close()
		}
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-stopped
	return nil
}
