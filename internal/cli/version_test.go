package cli

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestDescribeBuild(t *testing.T) {
	build := &debug.BuildInfo{
		Main: debug.Module{Version: "v1.2.3"},
		Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "0123456789abcdef"}, {Key: "vcs.time", Value: "2026-05-01T10:00:00Z"}, {Key: "vcs.modified", Value: "true"},
		},
	}
	got := describeBuild(build)
	if !strings.HasPrefix(got, "build:    v1.2.3\nrevision: 0123456789ab of 2026-05-01, with changes\ngo:       go") {
		t.Error(got)
	}
	for _, unknown := range []*debug.BuildInfo{nil, {Main: debug.Module{Version: "(devel)"}}} {
		if got := describeBuild(unknown); !strings.HasPrefix(got, "go:       go") {
			t.Error(got)
		}
	}
}
