package network_test

import (
	"os"
	"testing"

	"ebim/framework/runs/runstest"
)

func TestMain(m *testing.M) { os.Exit(runstest.Main(m)) }
