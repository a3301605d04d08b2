//go:build unix

package server

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	vegeta "github.com/tsenart/vegeta/v12/lib"
)

// kind is a kind of request.
type kind int

const (
	render   kind = iota // the files of the server
	files                // files of the request
	wrong                // a value of the wrong type
	runaway              // a loop without end
	tooLarge             // a body that is too large
	kinds
)

// only is what a load consists of.
func only(k kind) func(n int) kind { return func(int) kind { return k } }

// mixed has some of each.
func mixed(n int) kind {
	if k := kind(n % 10); k < kinds {
		return k
	}
	return render
}

func tenant(n int) string { return "t" + strconv.Itoa(n%17) }
func marker(n int) string { return "m" + strconv.Itoa(n) }

const maxBody = 20_000

// request returns request number n. Its number is in the address, too, which
// the server does not look at: so its result can be found whatever the response
// says.
func request(api string, n int, k kind) vegeta.Target {
	t := vegeta.Target{Method: http.MethodPost, URL: fmt.Sprintf("%s/v1/render?n=%d", api, n), Header: http.Header{
		"Content-Type": {"application/json"}, "X-Tenant": {tenant(n)}, "X-Request-Id": {marker(n)}}}
	const head = `{"files": [{"name": "a.yml", "data": "labels:\n    marker: `
	if k == files || k == runaway {
		t.URL = fmt.Sprintf("%s/v1/render/files?n=%d", api, n)
	}
	switch k {
	case render:
		t.Body = []byte(`{"values": {"marker": "` + marker(n) + `"}}`)
	case files:
		t.Body = []byte(head + marker(n) + `\n"}]}`)
	case wrong:
		t.Body = []byte(`{"values": {"marker": ["` + marker(n) + `"]}}`)
	case runaway:
		t.Body = []byte(head + marker(n) + `\n#@ for i in range(1000000000):\n#@   x = i\n#@ end\n"}]}`)
	case tooLarge:
		t.Body = []byte(`{"values": {"marker": "` + strings.Repeat("x", maxBody) + `"}}`)
	}
	return t
}

// judge says what is wrong with a response to request number n.
func judge(n int, k kind, status int, header http.Header, body []byte) string {
	if header.Get("X-Tenant") != tenant(n) || header.Get("X-Request-Id") != marker(n) {
		return fmt.Sprintf("it is for %s %s", header.Get("X-Tenant"), header.Get("X-Request-Id"))
	}
	if status != http.StatusOK {
		var p struct{ Instance, Type string }
		if err := json.Unmarshal(body, &p); err != nil || p.Instance != "urn:request:"+marker(n) {
			return "its problem is not that of " + marker(n)
		}
		status := fmt.Sprint(status, " ", strings.TrimPrefix(p.Type, "urn:problem-type:ytt:"))
		want := map[kind]string{wrong: "422 render-failed", runaway: "422 limit-exceeded", tooLarge: "413 about:blank"}[k]
		if status != want {
			return "its status is " + status
		}
		return ""
	}
	switch k {
	case render:
		return whose(string(body), marker(n))
	case files:
		if string(body) != "labels:\n  marker: "+marker(n)+"\n" {
			return "it is not that of " + marker(n)
		}
		return ""
	}
	return "it should have failed"
}

// traffic is a load and what is found.
type traffic struct {
	metrics  vegeta.Metrics
	excused  int // responses that excuse accepts
	problems []string
}

// load sends a number of requests from some clients as fast as they are
// answered, and judges every response. Responses that are not as they should be
// may be excused.
func load(t *testing.T, api string, first, number, clients int, of func(int) kind,
	excuse func(k kind, status int, body []byte) bool) *traffic {
	t.Helper()
	next := atomic.Int64{}
	targets := func(target *vegeta.Target) error {
		n := int(next.Add(1)) - 1
		if n >= number {
			return vegeta.ErrNoTargets
		}
		*target = request(api, first+n, of(first+n))
		return nil
	}
	attacker := vegeta.NewAttacker(vegeta.Workers(uint64(clients)), vegeta.MaxWorkers(uint64(clients)),
		vegeta.Connections(clients), vegeta.KeepAlive(true))
	defer attacker.Stop()
	f := &traffic{}
	seen := make(map[int]bool)
	for r := range attacker.Attack(targets, vegeta.Rate{Freq: 0}, 0, "load") {
		if r.Error == vegeta.ErrNoTargets.Error() {
			continue
		}
		f.metrics.Add(r)
		address, err := url.Parse(r.URL)
		if err != nil {
			t.Fatal(err)
		}
		n, err := strconv.Atoi(address.Query().Get("n"))
		if err != nil || seen[n] {
			t.Fatalf("%s: %v", r.URL, err)
		}
		seen[n] = true
		k := of(n)
		problem := ""
		if r.Code == 0 {
			problem = r.Error
		} else {
			problem = judge(n, k, int(r.Code), r.Headers, r.Body)
		}
		switch {
		case problem == "":
		case excuse != nil && excuse(k, int(r.Code), r.Body):
			f.excused++
		default:
			f.problems = append(f.problems, fmt.Sprintf("request %d, kind %d: %s: %d %.300s", n, k, problem, r.Code, r.Body))
		}
	}
	f.metrics.Close()
	if len(seen) != number {
		t.Errorf("%d of %d requests have a result", len(seen), number)
	}
	for i, p := range f.problems {
		if i == 10 {
			t.Errorf("and %d more", len(f.problems)-10)
			break
		}
		t.Error(p)
	}
	return f
}
