package ytt_test

import (
	"os"
	"runtime/pprof"
	"strings"
	"testing"

	"ytt"
)

func TestProfFile(t *testing.T) {
	p := os.Getenv("PROFILE_FILE")
	if p == "" {
		t.Skip()
	}
	f, _ := os.Create("/tmp/pb/cpu")
	_ = pprof.StartCPUProfile(f)
	defer pprof.StopCPUProfile()
	if strings.HasSuffix(p, ".json") {
		_, err := ytt.ImportSchema(t.Context(), ytt.SchemaImportOptions{Files: []string{p}, System: ytt.OS()})
		if err != nil {
			t.Log(err)
		}
		return
	}
	text, _ := os.ReadFile(p)
	_, err := ytt.Render(t.Context(), ytt.Options{Inputs: []ytt.File{{Path: "t.yml", Data: string(text)}}})
	if err != nil {
		t.Log(err)
	}
}
