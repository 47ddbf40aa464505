package command

import (
	"context"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"ebim/docs"
	"ebim/experiments"
	"ebim/framework/experiment"
	"ebim/framework/plaintext"
	"ebim/results"
	"ebim/results/page"
	"ebim/results/serve"
)

func (p *Program) serveCommand() *cobra.Command {
	var runs, address, token string
	command := &cobra.Command{
		Use:   "serve",
		Short: "Show runs in a browser, also while they run",
		Long: "Show runs in a browser, also while other processes run them: curves as they grow, pictures, failures, comparisons, tables, histories,\n" +
			"and of runs on Slurm where they are queued or running, as `ebim runs list` has it. The documents are there, too.\n" +
			"It only reads the folder. Unless --address says otherwise, everybody on this machine can see the page, and nobody else. Addresses that\n" +
			"other machines reach need a token: give it by --token, or one is made up; the address that is printed has it. Numbers for Prometheus\n" +
			"are at /metrics (OpenMetrics), " +
			"where the token is given as \"Authorization: Bearer TOKEN\".",
		Example: "  ebim serve\n  ebim serve --runs /data/runs --address 0.0.0.0:8686",
		Args:    usage(cobra.NoArgs),
		RunE: func(command *cobra.Command, _ []string) error {
			if _, _, err := net.SplitHostPort(address); err != nil {
				return fmt.Errorf("--address %q: %w; HOST:PORT is needed, such as 127.0.0.1:8686", address, err)
			}
			if token != plaintext.OneLine(token) {
				return errors.New("--token has characters that an address can't have; letters and digits are allowed")
			}
			if token == "" && !serve.IsLoopback(address) {
				token = serve.NewToken()
			}
			return failed(p.serve(command, runs, address, token))
		},
	}
	addRuns(command, &runs)
	command.Flags().StringVar(&address, "address", "127.0.0.1:8686", "`host:port` to listen at; port 0 takes a free one")
	command.Flags().StringVar(&token, "token", "", "`token` that readers must give; made up for addresses that other machines reach, unless given")
	return command
}

// serve answers until the command is interrupted.
func (p *Program) serve(command *cobra.Command, runs, address, token string) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return fmt.Errorf("%w; choose another --address, such as 127.0.0.1:0 for a free port", err)
	}
	defer listener.Close()
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return err
	}
	documents, err := p.documents(command)
	if err != nil {
		return err
	}
	handler, err := serve.Handler(serve.Options{Runs: runs, Token: token, Port: port, Version: experiment.Versions()["ebim"], Now: p.Now, Documents: documents,
		Known: page.Known{Declared: &results.Declared{ByType: experiment.OutputsOf(p.Registry)}, Unmeasured: experiment.Unmeasured(), Queue: p.queueFor(command.Context(), runs)}})
	if err != nil {
		return err
	}
	where := "http://" + shownAddress(address, port) + "/"
	if token != "" {
		where += "?token=" + token
	}
	fmt.Fprintln(command.OutOrStdout(), where)
	fmt.Fprintln(command.ErrOrStderr(), "Runs of", runs, "are shown there until Ctrl-C.")
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: log.New(command.ErrOrStderr(), "", 0)}
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

// documents are the pages that `ebim docs` prints, and the shipped files that they lead to.
func (p *Program) documents(command *cobra.Command) (*serve.Documents, error) {
	pages, err := p.pages(command)
	if err != nil {
		return nil, err
	}
	site := docs.Site{Pages: pages, Folders: map[string]fs.FS{"experiments": experiments.Shipped()}}
	shown := &serve.Documents{Files: site}
	for _, page := range pages {
		shown.Pages = append(shown.Pages, serve.Document{Name: page.Name, Title: page.Title(), About: page.About, Body: func() (template.HTML, error) {
			body, err := site.HTML(page)
			return template.HTML(body), err
		}})
	}
	return shown, nil
}

// shownAddress is where a browser finds the server: of all addresses of the machine, the first of its names that is known.
func shownAddress(address, port string) string {
	host, _, _ := net.SplitHostPort(address) // checked before
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port)
}
