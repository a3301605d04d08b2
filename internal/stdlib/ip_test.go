package stdlib

import (
	"math/rand/v2"
	"net"
	"strings"
	"testing"

	"go.starlark.net/starlark"
)

// TestIPAddresses compares addresses and networks with what package net makes of them.
func TestIPAddresses(t *testing.T) {
	parts := []string{"0", "1", "9", "24", "32", "33", "96", "120", "128", "129", "255", "256", "01", "a", "ffff", "::", ":", ".", "/", "::ffff:", "1.2.3.4", "%", "+", "-"}
	r := rand.New(rand.NewPCG(1, 2))
	valid := 0
	for range 300_000 {
		var b strings.Builder
		for range 1 + r.IntN(6) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		text := b.String()
		want := ""
		if addr := net.ParseIP(text); addr != nil {
			want = addr.String()
		}
		if got := ipText(t, ipParseAddr, text); got != want {
			t.Errorf("address %q: %q, want %q", text, got, want)
		}
		want = ""
		if addr, network, err := net.ParseCIDR(text); err == nil {
			want = addr.String() + " " + network.String() + " " + network.IP.String()
			valid++
		}
		if got := ipText(t, ipParseCIDR, text); got != want {
			t.Errorf("network %q: %q, want %q", text, got, want)
		}
	}
	if valid < 100 {
		t.Errorf("only %d valid networks", valid)
	}
}

// ipText calls a function of the module and returns what is in the result; "" if it fails.
func ipText(t *testing.T, call func(Call) (starlark.Value, error), text string) string {
	t.Helper()
	v, err := call(Call{Args: starlark.Tuple{starlark.String(text)}})
	if err != nil {
		return ""
	}
	tuple, ok := v.(starlark.Tuple)
	if !ok {
		return v.(*object).text
	}
	network := tuple[1].(*object)
	method, err := network.Attr("addr")
	if err != nil {
		t.Fatal(err)
	}
	addr, err := starlark.Call(&starlark.Thread{}, method, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tuple[0].(*object).text + " " + network.text + " " + addr.(*object).text
}
