// Package benchmark_test measures the CPU backend beside GoMLX's pure-Go one, in one run and on one core. The tables
// in results/benchmarks.md are its output:
//
//	go test -run - -bench Table -benchtime 1x -cpu 1 -timeout 30m ./framework/engine/benchmark -write
//	go test -run - -bench Experiments -benchtime 1x -timeout 60m ./framework/engine/benchmark -write
//
// Times are processor times of the whole process, so that other processes on the machine disturb them little; of
// several repetitions, which take turns with those of the other backend, the least counts. For a profile one backend
// is measured alone:
//
//	go test -run - -bench Table/latent -benchtime 1x -cpu 1 -cpuprofile cpu.prof \
//	  ./framework/engine/benchmark -alone cpu
package benchmark_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomlx/compute"

	"ebim/framework/backend"
	"ebim/framework/backends"
)

var (
	write = flag.Bool("write", false, "replace the tables in results/benchmarks.md")
	alone = flag.String("alone", "", "measure this backend only, whichever it is, and write nothing")
)

const report = "../../../../results/benchmarks.md"

// row is a line of the table. prepare does what is not measured, and returns what gives one measurement.
type row struct {
	name      string
	reference string // PyTorch's time
	// outside measurements of 2026-11-22: this engine's time over JAX's and PyTorch's in the same hour, on a Zen 5 core
	jax, torch string
	goal       string  // of the issue of speed
	operations float64 // of the products, in floating point: what a share of the peak refers to; 0: no share is given
	alone      bool    // not measured on `go`, which would take minutes
	prepare    func(tb testing.TB, engine compute.Backend) (measure func() time.Duration)
}

// engines are compared, the second one with the first.
var engines = []string{backend.Default, backend.Reference}

const repetitions = 5

func BenchmarkTable(b *testing.B) {
	rows := slices.Concat(trainingRows(), defaultRows(), []row{denoiserRow()}, operationRows(), compileRows())
	peak := peakRate()
	lines := []string{
		fmt.Sprintf(
			"The core does %.0f GFLOP/s of multiply-adds in registers, and copies %.0f GB/s within the first cache "+
				"and %.1f GB/s in memory.\n",
			peak/1e9, copyRate(8<<10)/1e9, copyRate(64<<20)/1e9),
		"| what | `cpu`, ms | of the peak | `go`, ms | times faster | of JAX's time | of PyTorch's | PyTorch, ms | " +
			"goal |",
		"| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
	}
	for _, r := range rows {
		b.Run(r.name, func(b *testing.B) {
			least := compare(b, r)
			b.ReportMetric(0, "ns/op")
			for name, took := range least {
				b.ReportMetric(milliseconds(took), name+"-ms")
			}
			own, other := least[backend.Default], least[backend.Reference]
			if own == 0 || other == 0 && !r.alone {
				return
			}
			share := ""
			if r.operations > 0 {
				percent := 100 * r.operations / own.Seconds() / peak
				share = fmt.Sprintf("%.2g %%", percent)
				b.ReportMetric(percent, "%peak")
			}
			reference, faster := "", ""
			if other > 0 {
				reference, faster = figure(milliseconds(other)), figure(other.Seconds()/own.Seconds())
			}
			lines = append(lines, fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s | %s | %s |", r.name,
				figure(milliseconds(own)), share, reference, faster, r.jax, r.torch, r.reference, r.goal))
		})
	}
	if complete := len(lines) == len(rows)+3; *write && complete {
		replace(b, "table", lines)
	} else if *write {
		b.Error("the table is written only when all of its rows are measured, each once (-benchtime 1x)")
	}
}

// compare returns the least time on each engine.
func compare(b *testing.B, r row) map[string]time.Duration {
	measures, least := map[string]func() time.Duration{}, map[string]time.Duration{}
	names := engines
	if r.alone {
		names = engines[:1]
	}
	if *alone != "" {
		names = []string{*alone}
	}
	for _, name := range names {
		engine, err := backends.Open(name, backends.Options{})
		if err != nil {
			b.Fatal(err)
		}
		measures[name] = r.prepare(b, engine)
	}
	for range repetitions {
		for _, name := range names {
			took := measures[name]()
			if before, known := least[name]; !known || took < before {
				least[name] = took
			}
		}
	}
	return least
}

// figure has three digits, and no exponent.
func figure(v float64) string {
	if v >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

func milliseconds(d time.Duration) float64 { return 1e3 * d.Seconds() }

// replace writes lines between the report's marks of a name.
func replace(tb testing.TB, name string, lines []string) {
	text, err := os.ReadFile(report)
	if err != nil {
		tb.Fatal(err)
	}
	begin, end := "<!-- "+name+" -->\n", "<!-- end of "+name+" -->"
	between := regexp.MustCompile("(?s)" + begin + ".*" + end)
	if !between.Match(text) {
		tb.Fatalf("%s has no marks %q and %q", report, begin, end)
	}
	text = between.ReplaceAllLiteral(text, []byte(begin+strings.Join(lines, "\n")+"\n"+end))
	if err := os.WriteFile(report, text, 0o644); err != nil {
		tb.Fatal(err)
	}
}
