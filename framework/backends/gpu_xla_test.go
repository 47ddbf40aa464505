//go:build cgo && linux && amd64

package backends

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomlx/go-xla/compute/xla"
)

// tellingPlugin answers the making of a client with an error that tells its options.
const tellingPlugin = `
#include <stdio.h>
#include <string.h>
#include "pjrt_c_api.h"

static char told[1000];

static PJRT_Error* initialize(PJRT_Plugin_Initialize_Args* a) { return 0; }
static PJRT_Error* attributes(PJRT_Plugin_Attributes_Args* a) { a->attributes = 0; a->num_attributes = 0; return 0; }
static PJRT_Error* create(PJRT_Client_Create_Args* a) {
  for (size_t i = 0; i < a->num_options; i++) {
    const PJRT_NamedValue* v = &a->create_options[i];
    char* to = told + strlen(told);
    size_t left = sizeof told - strlen(told);
    if (v->type == PJRT_NamedValue_kBool) snprintf(to, left, "[%.*s %s]", (int)v->name_size, v->name, v->bool_value ? "true" : "false");
    else if (v->type == PJRT_NamedValue_kFloat) snprintf(to, left, "[%.*s %g]", (int)v->name_size, v->name, v->float_value);
    else snprintf(to, left, "[%.*s of another type]", (int)v->name_size, v->name);
  }
  return (PJRT_Error*)told;
}
static void message(PJRT_Error_Message_Args* a) { a->message = told; a->message_size = strlen(told); }
static PJRT_Error* code(PJRT_Error_GetCode_Args* a) { a->code = PJRT_Error_Code_RESOURCE_EXHAUSTED; return 0; }
static void destroy(PJRT_Error_Destroy_Args* a) {}

static PJRT_Api api;
const PJRT_Api* GetPjrtApi(void) {
  api.struct_size = PJRT_Api_STRUCT_SIZE;
  api.pjrt_api_version.major_version = PJRT_API_MAJOR;
  api.pjrt_api_version.minor_version = PJRT_API_MINOR;
  api.PJRT_Plugin_Initialize = initialize;
  api.PJRT_Plugin_Attributes = attributes;
  api.PJRT_Client_Create = create;
  api.PJRT_Error_Message = message;
  api.PJRT_Error_GetCode = code;
  api.PJRT_Error_Destroy = destroy;
  return &api;
}`

// The options reach a plugin's PJRT_Client_Create by their names and types there. It is not named cuda, as go-xla loads
// none of that name where there is no GPU.
func TestGPUOptionsReachThePlugin(t *testing.T) {
	module, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/gomlx/go-xla").Output()
	if err != nil {
		t.Skip("the go tool is not there, which knows where the plugin's header is")
	}
	header, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(module)), "pjrt", "pjrt_c_api.h"))
	if err != nil {
		t.Fatal(err)
	}
	source := strings.Replace(tellingPlugin, `#include "pjrt_c_api.h"`, string(header), 1)
	path := filepath.Join(t.TempDir(), "pjrt_c_api_telling_plugin.so")
	if err := os.WriteFile(path, library(t, source), 0o755); err != nil {
		t.Fatal(err)
	}
	options, err := gpuOptions(3<<30, func() ([]int64, error) { return []int64{4 << 30}, nil })
	if err != nil {
		t.Fatal(err)
	}
	xla.EnableAutoInstall(false)
	_, err = xla.New(path + options)
	for _, want := range []string{"[preallocate false]", "[memory_fraction 0.75]"} {
		if err == nil || !strings.Contains(err.Error(), want) || strings.Count(err.Error(), "[") != 2 {
			t.Errorf("the plugin was told %v, not %s", err, want)
		}
	}
}
