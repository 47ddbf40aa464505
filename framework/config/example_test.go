package config_test

import (
	"fmt"
	"reflect"
	"testing/fstest"

	"ebim/framework/config"
)

// Schedule is a kind with two components.
type Schedule interface{ Factor(share float64) float64 }

// Constant keeps the rate.
type Constant struct{}

func (*Constant) Factor(float64) float64 { return 1 }

// Linear lowers the rate along a line.
type Linear struct {
	End float64 `yaml:"end" default:"0" range:"[0, 1]" doc:"factor of the rate at the end"`
}

func (l *Linear) Factor(share float64) float64 { return 1 + share*(l.End-1) }

// Settings are what a file holds.
type Settings struct {
	Rate     float64  `yaml:"rate" range:"(0, inf)" doc:"learning rate"`
	Steps    int      `yaml:"steps" default:"100" range:"[1, inf)" doc:"steps of the training"`
	Schedule Schedule `yaml:"schedule" default:"constant" doc:"how the rate changes"`
}

// catalog says which components may stand in for an interface.
type catalog struct{}

func (catalog) KindOf(t reflect.Type) (config.Kind, bool) {
	return config.Kind{
		Name: "schedule", Doc: "how a learning rate changes", Interface: reflect.TypeFor[Schedule](),
		Components: []config.Component{
			{Name: "constant", Doc: "no change", New: func() any { return new(Constant) }},
			{Name: "linear", Doc: "a straight line", New: func() any { return new(Linear) },
				Example: "linear: {end: 0.1}"},
		},
	}, t == reflect.TypeFor[Schedule]()
}

func ExampleLoad() {
	files := fstest.MapFS{ // config.Disk for files on the disk
		"base.yaml": {Data: []byte("rate: 1e-2\n")},
		"linear.yaml": {
			Data: []byte("extends: base.yaml\nschedule: {linear: {end: 1/4}}\nsweep: {steps: [10, 20]}\n")},
		"mistake.yaml": {Data: []byte("rate: -1\nschedule: {linear: {ende: 0.5}}\n")},
	}
	loaded, err := config.Load[Settings](catalog{}, files, "linear.yaml", []string{"rate=0.1"})
	if err != nil {
		fmt.Println(err)
	}
	for _, variant := range loaded {
		s := variant.Value
		fmt.Println(s.Rate, s.Steps, s.Schedule.Factor(0.5))
	}
	_, err = config.Load[Settings](catalog{}, files, "mistake.yaml", nil)
	fmt.Println(err) // all mistakes at once, a config.Mistakes
	// Output:
	// 0.1 10 0.625
	// 0.1 20 0.625
	// mistake.yaml:1:7: rate: number -1; allowed: a number in (0, inf)
	// mistake.yaml:2:21: schedule.linear.ende: unknown setting "ende"; allowed: end; did you mean end?
}
