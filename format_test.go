package ytt_test

import (
	"errors"
	"io/fs"
	"testing"
	"testing/fstest"

	ytt "ytt/internal/app"
)

func TestFormatOptions(t *testing.T) {
	system := ytt.In(fstest.MapFS{"a.yml": {Data: []byte("a:  1\n")}}, nil)
	for option, opts := range map[string]ytt.FormatOptions{
		"Exclude": {System: system, Files: []string{"a.yml"}, Exclude: []string{"[a"}},
		"InPlace": {System: system, Files: []string{"a.yml=-"}, InPlace: true},
	} {
		_, err := ytt.Format(t.Context(), opts)
		if wrong, ok := errors.AsType[*ytt.OptionError](err); !ok || wrong.Option != option {
			t.Errorf("%s: got %v", option, err)
		}
	}
}

// TestNoSystem checks that without a System there are no files, and no panic.
func TestNoSystem(t *testing.T) {
	for _, file := range []string{"a.yml", "-", "https://example.com/a.yml"} {
		_, rendering := ytt.Render(t.Context(), ytt.Options{Files: []string{file}})
		_, formatting := ytt.Format(t.Context(), ytt.FormatOptions{Files: []string{file}})
		for _, err := range []error{rendering, formatting} {
			if missing := errors.Is(err, fs.ErrNotExist); missing != (file == "a.yml") {
				t.Errorf("%s: got %v", file, err)
			}
		}
	}
}
