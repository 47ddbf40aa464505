package backend

import (
	"errors"

	"github.com/gomlx/gomlx/backends"
)

// Draft is an engine for graphs that are only built, to find out whether they can be: with the operations of the given
// engine, but Compile spends no time on compiling, and the programs can't be run.
func Draft(engine backends.Backend) backends.Backend { return draft{engine} }

type draft struct{ backends.Backend }

func (d draft) Builder(name string) backends.Builder { return draftBuilder{d.Backend.Builder(name)} }

// Finalize leaves the engine to its owner.
func (draft) Finalize() {}

type draftBuilder struct{ backends.Builder }

func (draftBuilder) Compile([]backends.Op, []*backends.ShardingSpec) (backends.Executable, error) {
	return draftProgram{}, nil
}

// draftProgram is asked for nothing but these by a Program.
type draftProgram struct{ backends.Executable }

func (draftProgram) Finalize() {}

func (draftProgram) Execute([]backends.Buffer, []bool, backends.DeviceNum) ([]backends.Buffer, error) {
	return nil, errors.New("a draft of a graph can't be run")
}
