// Package observe has what people see who run the server: metrics and logs.
// Neither holds values, files, or the words of problems with them.
package observe

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"net/http"
	"regexp"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are what Prometheus collects.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	open     prometheus.Gauge
	problems *prometheus.CounterVec
	reloads  *prometheus.CounterVec
	loaded   prometheus.Gauge
}

// NewMetrics returns metrics in a registry of their own.
func NewMetrics() *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "render_requests_total",
			Help: "Requests by route and status; 499: the client went away."}, []string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "render_request_duration_seconds",
			Help:    "From the headers of a request to the end of its response.",
			Buckets: prometheus.ExponentialBuckets(.001, 2, 15)}, []string{"route"}),
		open: prometheus.NewGauge(prometheus.GaugeOpts{Name: "render_requests_in_flight",
			Help: "Requests that are worked on, or wait."}),
		problems: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "render_problems_total",
			Help: "Problems in files and values of requests, by code."}, []string{"code"}),
		reloads: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "render_workspace_reloads_total",
			Help: "New versions of the workspace: loaded, or refused because they are broken."}, []string{"result"}),
		loaded: prometheus.NewGauge(prometheus.GaugeOpts{Name: "render_workspace_loaded_timestamp_seconds",
			Help: "When the version that is rendered was loaded."}),
	}
	m.registry.MustRegister(m.requests, m.seconds, m.open, m.problems, m.reloads, m.loaded,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	for _, result := range []string{"loaded", "refused"} {
		m.reloads.WithLabelValues(result) // so that there is a zero
	}
	return m
}

// Handler serves the metrics.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Registry is for tests.
func (m *Metrics) Registry() *prometheus.Registry { return m.registry }

// Loaded counts a version of the workspace.
func (m *Metrics) Loaded(at time.Time) {
	m.reloads.WithLabelValues("loaded").Inc()
	m.loaded.Set(float64(at.UnixMilli()) / 1000)
}

// Refused counts a version that is broken.
func (m *Metrics) Refused() { m.reloads.WithLabelValues("refused").Inc() }

// Request is what is known of a request. Handlers fill in the second half.
type Request struct {
	ID     string
	Tenant string

	Revision string   // of the workspace
	Problems []string // their codes
	Err      error    // for those who run the server
}

type key struct{}

// Of returns what is known of a request.
func Of(ctx context.Context) *Request {
	r, _ := ctx.Value(key{}).(*Request)
	return r
}

// Gone is the status of requests whose clients went away, in logs and metrics.
const Gone = 499

// name is what tenants and requests may be called: it goes into headers and
// logs.
var name = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$`)

// IsName reports whether a text can name a tenant or a request.
func IsName(text string) bool { return name.MatchString(text) }

// IDHeader names the request, in both directions.
const IDHeader = "X-Request-Id"

// Each wraps the handler of a route: it names the request, recovers from
// panics, counts and logs. What the response has in it goes into its headers,
// too, so that clients can tell whose it is.
func (m *Metrics) Each(route, tenantHeader string, logger *slog.Logger, h, failed http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		m.open.Inc()
		defer m.open.Dec()
		about := &Request{ID: r.Header.Get(IDHeader), Tenant: r.Header.Get(tenantHeader)}
		if !IsName(about.ID) {
			about.ID = rand.Text()
		}
		if !IsName(about.Tenant) {
			about.Tenant = ""
		}
		w.Header().Set(IDHeader, about.ID)
		if about.Tenant != "" {
			w.Header().Set(tenantHeader, about.Tenant)
		}
		r = r.WithContext(context.WithValue(r.Context(), key{}, about))
		sent := &counter{ResponseWriter: w}
		defer func() {
			if p := recover(); p != nil { // a mistake of the program, which this request alone pays for
				logger.Error("panic", "request_id", about.ID, "panic", p, "stack", string(debug.Stack()))
				if sent.status == 0 {
					failed.ServeHTTP(sent, r)
				}
			}
			status := cmp.Or(sent.status, http.StatusOK)
			took := time.Since(began)
			m.requests.WithLabelValues(route, strconv.Itoa(status)).Inc()
			m.seconds.WithLabelValues(route).Observe(took.Seconds())
			for _, code := range about.Problems {
				m.problems.WithLabelValues(code).Inc()
			}
			about.log(r.Context(), logger, route, status, sent.bytes, took)
		}()
		h.ServeHTTP(sent, r)
	})
}

func (a *Request) log(ctx context.Context, l *slog.Logger, route string, status, bytes int, took time.Duration) {
	level := slog.LevelInfo
	all := []slog.Attr{slog.String("request_id", a.ID), slog.String("tenant", a.Tenant), slog.String("route", route),
		slog.Int("status", status), slog.Int("bytes", bytes),
		slog.Float64("ms", float64(took.Microseconds())/1000)}
	if a.Revision != "" {
		all = append(all, slog.String("revision", a.Revision))
	}
	if len(a.Problems) > 0 {
		all = append(all, slog.Any("problems", a.Problems))
	}
	if a.Err != nil {
		level = slog.LevelError
		all = append(all, slog.String("error", a.Err.Error()))
	}
	l.LogAttrs(ctx, level, "request", all...)
}

// counter notes what is sent.
type counter struct {
	http.ResponseWriter
	status, bytes int
}

func (c *counter) WriteHeader(status int) {
	c.status = cmp.Or(c.status, status)
	c.ResponseWriter.WriteHeader(status)
}

func (c *counter) Write(p []byte) (int, error) {
	c.status = cmp.Or(c.status, http.StatusOK)
	n, err := c.ResponseWriter.Write(p)
	c.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController and MaxBytesReader find the connection.
func (c *counter) Unwrap() http.ResponseWriter { return c.ResponseWriter }
