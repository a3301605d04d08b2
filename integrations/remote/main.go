// Command ytt-remote renders the batches of 'ytt fleet plan' on a server of the
// Bazel Remote Execution API, and merges what they give.
package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/durationpb"
)

const usage = `Render the batches of 'ytt fleet plan' on a server of the Bazel Remote Execution API.

    ytt fleet plan > plan.json
    ytt-remote --remote grpcs://remote.example.com --output-files out plan.json

Batches whose results the action cache has are fetched; for the others, files that the server lacks are uploaded, the program
among them, and the batches are executed. 'ytt fleet merge' then puts the results together.

Exit status: 0 if all went well, 1 if a batch failed, 2 if the flags are wrong or the server cannot do what is needed.

Flags:
`

// options are the flags.
type options struct {
	remote, instance, out, tool, project string
	headers, headerFiles, platform       list
	ca, cert, key                        string
	jobs, attempts                       int
	timeout                              time.Duration
	keepGoing, again                     bool
	plan                                 string
}

// list is a flag that may be there several times.
type list []string

func (l *list) String() string     { return strings.Join(*l, " ") }
func (l *list) Set(s string) error { *l = append(*l, s); return nil }

// usageError is an error of flags, or of what the server can do.
type usageError struct{ error }

func (e *usageError) Unwrap() error { return e.error }

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], os.Stdin, os.Stderr))
}

// run is the command; it returns the exit status.
func run(ctx context.Context, args []string, stdin io.Reader, stderr io.Writer) int {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return 0
	}
	failed := false
	if err == nil {
		failed, err = o.execute(ctx, stdin, stderr)
	}
	var wrong *usageError
	switch {
	case errors.As(err, &wrong):
		fmt.Fprintln(stderr, "ytt-remote: Error:", err)
		return 2
	case err != nil:
		fmt.Fprintln(stderr, "ytt-remote: Error:", err)
		return 1
	case failed:
		return 1
	}
	return 0
}

// isNotText reports whether a text cannot be part of a message.
func isNotText(text string) bool { return !utf8.ValidString(text) }

func parse(args []string, stderr io.Writer) (*options, error) {
	o := &options{}
	flags := flag.NewFlagSet("ytt-remote", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Usage = func() {
		fmt.Fprint(stderr, usage)
		flags.PrintDefaults()
	}
	flags.StringVar(&o.remote, "remote", "", "the server, `grpcs://HOST[:PORT]`; grpc:// is without TLS")
	flags.StringVar(&o.instance, "instance", "", "the `name` of the instance, if the server has several")
	flags.Var(&o.headers, "header", "a header for all calls, `NAME=VALUE`, such as authorization='Bearer …'; may be repeated")
	flags.Var(&o.headerFiles, "header-file", "a `file` with headers, one a line, so that tokens are not among the arguments")
	flags.Var(&o.platform, "platform", "a property of the platform, `NAME=VALUE`, instead of that of the plan if it has one; an empty value takes it away; may be repeated")
	flags.StringVar(&o.ca, "tls-ca", "", "a `file` with certificates of authorities to trust instead of those of the system")
	flags.StringVar(&o.cert, "tls-cert", "", "a `file` with the certificate of this client")
	flags.StringVar(&o.key, "tls-key", "", "a `file` with its key")
	flags.StringVar(&o.out, "output-files", "out", "the `directory` for results")
	flags.StringVar(&o.tool, "tool", "ytt", "the `program` that made the plan: it is uploaded, and merges results")
	flags.StringVar(&o.project, "project", ".", "the `directory` of the project file")
	flags.IntVar(&o.jobs, "jobs", 100, "how many batches are executed at once")
	flags.IntVar(&o.attempts, "attempts", 6, "how often a call is tried that fails for a reason that may pass")
	flags.DurationVar(&o.timeout, "timeout", 0, "for each batch; 0 is that of the server")
	flags.BoolVar(&o.keepGoing, "keep-going", false, "merge the results of the other batches if one fails")
	flags.BoolVar(&o.again, "no-cache", false, "execute also what the action cache has")
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		return nil, &usageError{err}
	}
	switch {
	case flags.NArg() > 1:
		return nil, &usageError{fmt.Errorf("expected one plan, but found %d", flags.NArg())}
	case slices.ContainsFunc(append([]string{o.instance}, o.platform...), isNotText):
		return nil, &usageError{errors.New("--instance and --platform are UTF-8")}
	case o.remote == "":
		return nil, &usageError{errors.New("--remote says which server, such as grpcs://remote.example.com")}
	case o.jobs < 1 || o.attempts < 1 || o.timeout < 0:
		return nil, &usageError{errors.New("--jobs and --attempts are from 1, --timeout is not negative")}
	case (o.cert == "") != (o.key == ""):
		return nil, &usageError{errors.New("--tls-cert and --tls-key go together")}
	}
	o.plan = flags.Arg(0)
	return o, nil
}

// execute does all of it. failed is that a batch failed, which was reported.
func (o *options) execute(ctx context.Context, stdin io.Reader, stderr io.Writer) (failed bool, err error) {
	actions, tool, err := o.actions(stdin)
	if err != nil {
		return false, err
	}
	headers, err := o.readHeaders()
	if err != nil {
		return false, &usageError{err}
	}
	conn, err := o.connect()
	if err != nil {
		return false, &usageError{err}
	}
	defer conn.Close()
	const first, most = 100 * time.Millisecond, 10 * time.Second
	c := newClient(conn, o.instance, headers, backoff{o.attempts, first, most})
	if err := c.check(ctx); err != nil {
		return false, &usageError{err}
	}
	parts, err := os.MkdirTemp("", "ytt-remote-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(parts)
	done, cached := 0, 0
	r := &runner{client: c, parts: parts, jobs: o.jobs, again: o.again, ended: func(b *outcome) {
		done++
		if b.err == nil && b.cached {
			cached++
		}
		if b.err == nil {
			return
		}
		failed = true
		fmt.Fprintf(stderr, "%s failed, with %d environments from %s to %s: %v\n", b.Name, len(b.Environments), b.Environments[0],
			b.Environments[len(b.Environments)-1], b.err)
		var ran *failure
		if errors.As(b.err, &ran) {
			fmt.Fprint(stderr, indented(ran.report))
		}
	}}
	all, err := r.run(ctx, actions)
	if err != nil {
		return failed, err
	}
	dirs := []string{}
	for _, b := range all {
		if b.err == nil {
			dirs = append(dirs, b.dirs...)
		}
	}
	fmt.Fprintf(stderr, "%d batches: %d from the cache, %d executed, %d failed; %d blobs of %s uploaded, %s downloaded\n", len(all), cached,
		len(dirs)-cached, len(all)-len(dirs), c.uploaded.Load(), megabytes(c.uploadedBytes.Load()),
		megabytes(c.downloadedBytes.Load()))
	if failed && !o.keepGoing || len(dirs) == 0 {
		return failed, nil
	}
	return failed, merge(ctx, tool, dirs, o.out, stderr)
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }

func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimRight(text, "\n") + "\n") {
		b.WriteString("  " + line)
	}
	return b.String()
}

// merge puts the parts together.
func merge(ctx context.Context, tool string, dirs []string, out string, stderr io.Writer) error {
	cmd := exec.CommandContext(ctx, tool, append([]string{"fleet", "merge", "--output-files", out}, dirs...)...)
	cmd.Stdout, cmd.Stderr = stderr, stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("the results cannot be merged: %w", err)
	}
	return nil
}

// actions reads the plan, and makes actions of it. It also returns the path of
// the tool.
func (o *options) actions(stdin io.Reader) ([]*action, string, error) {
	in := stdin
	if o.plan != "" && o.plan != "-" {
		f, err := os.Open(o.plan)
		if err != nil {
			return nil, "", &usageError{err}
		}
		defer f.Close()
		in = f
	}
	p, err := readPlan(bufio.NewReader(in))
	if err != nil {
		return nil, "", &usageError{err}
	}
	tool, err := exec.LookPath(o.tool)
	if err != nil {
		return nil, "", &usageError{fmt.Errorf("--tool: %w", err)}
	}
	dir, err := filepath.Abs(o.project)
	if err != nil {
		return nil, "", err
	}
	planner := &planner{platform: map[string][]string{}, files: map[string]*blob{}}
	if o.timeout > 0 {
		planner.timeout = durationpb.New(o.timeout)
	}
	for _, property := range o.platform {
		name, value, ok := strings.Cut(property, "=")
		if !ok || name == "" {
			return nil, "", &usageError{fmt.Errorf("--platform: expected NAME=VALUE, but found '%s'", property)}
		}
		planner.platform[name] = append(planner.platform[name], value)
	}
	var all []*action
	for i := range p.Batches {
		b := &p.Batches[i]
		if planner.root, err = rootOf(dir, b.WorkingDirectory); err != nil {
			return nil, "", &usageError{err}
		}
		if planner.tool == nil {
			if planner.tool, err = fileBlob(tool, b.Tool.SHA256); err != nil {
				return nil, "", &usageError{fmt.Errorf("--tool: this is not the program that made the plan: %w", err)}
			}
		}
		a, err := planner.action(b)
		if err != nil {
			return nil, "", err
		}
		all = append(all, a)
	}
	return all, tool, nil
}

func (o *options) readHeaders() (metadata.MD, error) {
	md := metadata.MD{}
	add := func(text string) error {
		name, value, ok := strings.Cut(text, "=")
		if name = strings.ToLower(strings.TrimSpace(name)); !ok || name == "" {
			return errors.New("--header: expected NAME=VALUE") // the text may be a secret
		}
		md.Append(name, strings.TrimSpace(value))
		return nil
	}
	for _, text := range o.headers {
		if err := add(text); err != nil {
			return nil, err
		}
	}
	for _, name := range o.headerFiles {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
				continue
			}
			if err := add(line); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
		}
	}
	return md, nil
}

// connect opens the connection, which is made at the first call.
func (o *options) connect() (*grpc.ClientConn, error) {
	scheme, host, ok := strings.Cut(o.remote, "://")
	if !ok {
		return nil, fmt.Errorf("--remote: expected grpcs://HOST or grpc://HOST:PORT, but found '%s'", o.remote)
	}
	var transport credentials.TransportCredentials
	switch scheme {
	case "grpc":
		if o.ca+o.cert != "" {
			return nil, errors.New("--tls-… are for grpcs://")
		}
		transport = insecure.NewCredentials()
	case "grpcs":
		config := &tls.Config{MinVersion: tls.VersionTLS12}
		if o.ca != "" {
			text, err := os.ReadFile(o.ca)
			if err != nil {
				return nil, fmt.Errorf("--tls-ca: %w", err)
			}
			config.RootCAs = x509.NewCertPool()
			if !config.RootCAs.AppendCertsFromPEM(text) {
				return nil, fmt.Errorf("--tls-ca: there is no certificate in '%s'", o.ca)
			}
		}
		if o.cert != "" {
			pair, err := tls.LoadX509KeyPair(o.cert, o.key)
			if err != nil {
				return nil, fmt.Errorf("--tls-cert, --tls-key: %w", err)
			}
			config.Certificates = []tls.Certificate{pair}
		}
		transport = credentials.NewTLS(config)
		if _, _, err := net.SplitHostPort(host); err != nil {
			host = net.JoinHostPort(strings.Trim(host, "[]"), "443")
		}
	default:
		return nil, fmt.Errorf("--remote: expected grpcs:// or grpc://, but found '%s'", scheme)
	}
	const ping, answer = 6 * time.Minute, 20 * time.Second // servers refuse pings more often than every 5 minutes
	return grpc.NewClient("dns:///"+host, grpc.WithTransportCredentials(transport),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(4*maxMessage)),
		// A connection that is lost without a word is noticed while a batch runs.
		grpc.WithKeepaliveParams(keepalive.ClientParameters{Time: ping, Timeout: answer}))
}
