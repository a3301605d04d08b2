package limits_test

import (
	"math"
	"reflect"
	"testing"
	"time"

	"ytt/internal/limits"
)

// TestTable checks that every field of Limits has a row, that the row sets and reads it, and that an example is an argument.
func TestTable(t *testing.T) {
	fields := reflect.TypeFor[limits.Limits]()
	rows := map[string]limits.Limit{}
	for _, r := range limits.All() {
		rows[r.Option] = r
	}
	if len(rows) != fields.NumField() {
		t.Errorf("%d rows for %d fields", len(rows), fields.NumField())
	}
	for i := range fields.NumField() {
		name := fields.Field(i).Name
		r, ok := rows[name]
		if !ok {
			t.Errorf("%s has no row", name)
			continue
		}
		var l limits.Limits
		if n := r.Of(l); n != r.Default && (r.Default != 0 || n != math.MaxInt64) {
			t.Errorf("%s is %d without being set, the default is %d", name, n, r.Default)
		}
		r.Set(&l, 42)
		if set := reflect.ValueOf(l).Field(i).Int(); set != 42 || r.Of(l) != 42 {
			t.Errorf("%s was set to 42, and is %d, %d", name, set, r.Of(l))
		}
		if r.Set(&l, 0); r.Of(l) != math.MaxInt64 {
			t.Errorf("%s of 0 is %d, not no limit", name, r.Of(l))
		}
		if n, err := r.Parse(r.Example); r.Flag != "" && (err != nil || n <= r.Default && r.Default > 0) {
			t.Errorf("--%s %s: %d, %v: no example of raising the limit", r.Flag, r.Example, n, err)
		}
	}
}

func TestParse(t *testing.T) {
	for _, c := range []struct {
		row  limits.Limit
		text string
		want int64 // -1 for an error
	}{
		{limits.Steps, "0", 0}, {limits.Steps, "100_000", 100_000}, {limits.Steps, "1e6", -1}, {limits.Steps, "-1", -1}, {limits.Steps, "", -1},
		{limits.Steps, "5MB", -1}, {limits.Steps, "9223372036854775807", math.MaxInt64}, {limits.Steps, "9223372036854775808", -1},
		{limits.Input, "512MB", 512_000_000}, {limits.Input, "1GiB", 1 << 30}, {limits.Input, "1 gib", 1 << 30}, {limits.Input, "64Mi", 64 << 20},
		{limits.Input, "10k", 10_000}, {limits.Input, "7", 7}, {limits.Input, "7B", 7}, {limits.Input, "1.5GB", -1}, {limits.Input, "MB", -1},
		{limits.Input, "9999999TiB", -1}, {limits.Input, "-1", -1}, {limits.Input, "1PB", -1}, {limits.Input, "", -1},
		{limits.Timeout, "1m30s", int64(90 * time.Second)}, {limits.Timeout, "0", 0}, {limits.Timeout, "10", -1}, {limits.Timeout, "-1s", -1}, {limits.Timeout, "", -1},
	} {
		got, err := c.row.Parse(c.text)
		if err != nil {
			got = -1
		}
		if got != c.want {
			t.Errorf("--%s %q: %d, want %d (%v)", c.row.Flag, c.text, got, c.want, err)
		}
	}
}

func TestText(t *testing.T) {
	for _, c := range []struct {
		row  limits.Limit
		n    int64
		want string
	}{
		{limits.Steps, 100_000_000, "100 000 000"}, {limits.Steps, 5_000, "5 000"}, {limits.Steps, 200, "200"}, {limits.Steps, math.MaxInt64, "none"},
		{limits.Input, 256 << 20, "256 MiB"}, {limits.Input, 512_000_000, "512 MB"}, {limits.Input, 1234, "1 234 bytes"},
		{limits.Timeout, 0, "none"}, {limits.Timeout, int64(90 * time.Second), "1m30s"},
	} {
		if got := c.row.Text(c.n); got != c.want {
			t.Errorf("%s: %q, want %q", c.row.Option, got, c.want)
		}
	}
}
