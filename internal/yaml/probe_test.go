package yaml

import (
	"bytes"
	"fmt"
	libyaml2 "go.yaml.in/yaml/v2"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"
	"ytt/internal/source"
)

func v2err(text string) error {
	d := libyaml2.NewDecoder(strings.NewReader(text))
	for {
		err := d.Decode(&ignored{})
		if err != nil {
			if err.Error() == "EOF" {
				return nil
			}
			return err
		}
	}
}
func mutate(r *rand.Rand, s string) string {
	const chars = " \t\n\n  -:?,[]{}#&*!|>'\"%@`a b1.\r"
	b := []byte(s)
	for range 1 + r.IntN(2) {
		if len(b) == 0 {
			b = append(b, 'a')
		}
		i := r.IntN(len(b))
		switch r.IntN(4) {
		case 0:
			b = append(b[:i], b[i+1:]...)
		case 1:
			b = append(b[:i], append([]byte{chars[r.IntN(len(chars))]}, b[i:]...)...)
		case 2:
			b[i] = chars[r.IntN(len(chars))]
		case 3:
			j := r.IntN(len(b))
			if i > j {
				i, j = j, i
			}
			if j-i > 20 {
				j = i + 20
			}
			b = append(b[:i:i], b[j:]...)
		}
	}
	return string(bytes.ReplaceAll(b, []byte("\x00"), nil))
}
func TestProbe(t *testing.T) {
	for _, x := range []string{" - key: {alue\n   key2: valu2\n -\n   key3: value3\n", "- { \"key*:value }\n- { \"k`ey\"::value }\n"} {
		f, _ := Parse(source.New("x", x), Options{})
		fmt.Println(x, brokenInvariant(f))
		fmt.Println(dump(f))
	}
	var in []string
	for _, c := range suiteCases(t) {
		in = append(in, c.in)
	}
	for s := range uint64(400) {
		in = append(in, generate(s))
	}
	r := rand.New(rand.NewPCG(7, 7))
	type kind struct {
		n  int
		ex []string
	}
	kinds := map[string]*kind{}
	add := func(k, ex string) {
		if kinds[k] == nil {
			kinds[k] = &kind{}
		}
		x := kinds[k]
		x.n++
		if len(x.ex) < 400 {
			x.ex = append(x.ex, ex)
		}
	}
	n := 0
	for round := range 40 {
		for _, s := range in {
			if round > 0 {
				s = mutate(r, s)
			}
			n++
			f, ds := Parse(source.New("x", s), Options{})
			if bi := brokenInvariant(f); bi != "" {
				t.Errorf("%s\n%q", bi, s)
			}
			e2 := v2err(s)
			if e2 != nil && (strings.Contains(e2.Error(), "anchor")) {
				continue
			}
			switch {
			case len(ds) == 0 && e2 != nil:
				m := e2.Error()
				if i := strings.Index(m, "line "); i >= 0 {
					m = m[strings.Index(m[i:], ":")+i+2:]
				}
				add("LAX "+m, fmt.Sprintf("%q", s))
			case len(ds) > 0 && e2 == nil:
				m := ds[0].Message
				if i := strings.Index(m, "line "); i >= 0 {
					m = m[strings.Index(m[i:], ":")+i+2:]
				}
				add("STRICT "+m+fmt.Sprint(ds[0].Hints), fmt.Sprintf("%q", s))
			case len(ds) == 0:
				want, err := oracleContent(s)
				if err != nil {
					add("v3 rejects "+err.Error(), "")
					continue
				}
				if got := ownContent(f); want != got && !strings.Contains(strings.ReplaceAll(s, "\r\n", ""), "\r") {
					add("DIFF", fmt.Sprintf("%q\n--v3\n%s--own\n%s", s, want, got))
				}
			default:
				add("both reject", "")
			}
		}
	}
	fmt.Println(n)
	var ks []string
	for k := range kinds {
		ks = append(ks, k)
	}
	sort.Strings(ks)
	for _, k := range ks {
		fmt.Println(kinds[k].n, k)
		x := kinds[k].ex
		sort.Slice(x, func(i, j int) bool { return len(x[i]) < len(x[j]) })
		if !strings.HasPrefix(k, "both") && !strings.HasPrefix(k, "v3") {
			for i := range min(60, len(x)) {
				fmt.Println("      ", x[i])
			}
		}
	}
}
