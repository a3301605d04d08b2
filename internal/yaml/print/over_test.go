package print_test

import (
	"context"
	"errors"
	"testing"

	"ytt/internal/pulse"
	"ytt/internal/tree"
	"ytt/internal/yaml/print"
)

// TestOver ends printing when the run is over, in all forms, and says that this is why.
func TestOver(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	items := make([]tree.Item, 3*pulse.Printing.Every())
	for i := range items {
		items[i].Value = &tree.Scalar{Value: tree.IntValue(int64(i))}
	}
	docs := []*tree.Document{{Value: &tree.Array{Items: items}}}
	for name, write := range map[string]func(*pulse.Pulse) error{
		"YAML": func(p *pulse.Pulse) error {
			_, err := print.AppendYAML(nil, docs, print.Options{Pulse: p})
			return err
		},
		"JSON": func(p *pulse.Pulse) error {
			_, err := print.AppendNodeJSON(nil, docs[0].Value, print.JSONOptions{Options: print.Options{Pulse: p}})
			return err
		},
	} {
		var wrong *print.Error
		if err := write(pulse.Of(ctx, pulse.Printing)); !errors.As(err, &wrong) || !wrong.Over || wrong.TooBig {
			t.Errorf("%s of a run that is over: %v", name, err)
		}
		if err := write(pulse.Of(context.Background(), pulse.Printing)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
