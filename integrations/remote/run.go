package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"cloud.google.com/go/longrunning/autogen/longrunningpb"
	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"
)

// This file executes actions and fetches what they give.

// outcome is what became of a batch.
type outcome struct {
	*action
	cached bool
	dirs   []string // where its outputs are
	report string   // what the command printed on standard error
	err    error
}

// failure is the error of a command that ran, and failed.
type failure struct {
	exit   int32
	report string
	hint   string
}

func (f *failure) Error() string {
	text := fmt.Sprintf("exit status %d", f.exit)
	if f.hint != "" {
		text += " (" + f.hint + ")"
	}
	return text
}

// runner executes the actions of a plan.
type runner struct {
	*client
	parts string // directory for outputs
	jobs  int
	again bool // execute what is in the cache, too
	// ended is told of each batch that has ended.
	ended func(*outcome)
}

// run executes all actions: first those are fetched that the action cache has,
// then the blobs that the others need are uploaded, once for all of them.
func (r *runner) run(ctx context.Context, actions []*action) ([]*outcome, error) {
	all := make([]*outcome, len(actions))
	for i, a := range actions {
		all[i] = &outcome{action: a}
	}
	var mu sync.Mutex
	end := func(o *outcome) {
		mu.Lock()
		defer mu.Unlock()
		r.ended(o)
	}
	missed := map[key]*blob{}
	var left []*outcome
	r.each(all, func(o *outcome) {
		found := false
		if !r.again {
			found = r.fromCache(ctx, o)
		}
		if found || o.err != nil {
			end(o)
			return
		}
		mu.Lock()
		defer mu.Unlock()
		left = append(left, o)
		maps.Copy(missed, o.blobs)
	})
	if len(left) > 0 {
		if err := r.upload(ctx, missed); err != nil {
			return all, err
		}
	}
	r.each(left, func(o *outcome) {
		o.err = r.execute(ctx, o)
		end(o)
	})
	return all, context.Cause(ctx)
}

// each calls a function for several batches at a time.
func (r *runner) each(all []*outcome, do func(*outcome)) {
	next := make(chan *outcome)
	var workers sync.WaitGroup
	for range min(r.jobs, len(all)) {
		workers.Go(func() {
			for o := range next {
				do(o)
			}
		})
	}
	for _, o := range all {
		next <- o
	}
	close(next)
	workers.Wait()
}

// fromCache fetches the results of an action that the cache has. What cannot be
// had in full is not there.
func (r *runner) fromCache(ctx context.Context, o *outcome) bool {
	var result *re.ActionResult
	err := r.retry.again(ctx, func() (_ bool, err error) {
		result, err = r.cache.GetActionResult(r.with(ctx, o.digest.GetHash()), &re.GetActionResultRequest{
			InstanceName: r.instance, ActionDigest: o.digest, InlineStderr: true,
			DigestFunction: re.DigestFunction_SHA256})
		return false, err
	})
	switch status.Code(err) {
	case codes.OK:
	case codes.NotFound, codes.Unimplemented:
		return false
	default:
		o.err = fmt.Errorf("asking the action cache: %w", err)
		return false
	}
	if result.GetExitCode() != 0 {
		return false // it may be executed again
	}
	if err := r.fetch(ctx, o, result); err != nil {
		if status.Code(err) == codes.NotFound {
			o.dirs = nil
			return false
		}
		o.err = err
		return false
	}
	o.cached = true
	return true
}

// execute has an action executed, and fetches its results.
func (r *runner) execute(ctx context.Context, o *outcome) error {
	// What the cache has is not what is wanted here: it was not there, or not in
	// full. Others may execute the same action meanwhile; with that it is shared.
	skip := r.again
	uploads, fetches := 0, 0
	for {
		result, err := r.result(ctx, o, skip)
		const enough = 3
		switch {
		case err != nil && missingBlobs(err) && uploads < enough:
			// The server has lost some since they were uploaded.
			uploads++
			if err := r.upload(ctx, o.blobs); err != nil {
				return err
			}
			continue
		case err != nil:
			return err
		}
		if o.report, err = r.stderr(ctx, result); err != nil {
			return err
		}
		if result.GetExitCode() != 0 {
			return &failure{exit: result.GetExitCode(), report: o.report, hint: exitHint(result.GetExitCode())}
		}
		if err = r.fetch(ctx, o, result); status.Code(err) == codes.NotFound && fetches < enough {
			// The result is there, and what it is about is not.
			fetches, skip = fetches+1, true
			continue
		}
		return err
	}
}

// exitHint says what a status means that is not one of ours.
func exitHint(exit int32) string {
	const notExecutable, notFound = 126, 127
	switch exit {
	case notExecutable, notFound:
		return "the program cannot be run there: is it for the platform of the workers, and linked statically?"
	}
	return ""
}

// result has an action executed. If the connection is lost, it waits for the
// execution that goes on.
func (r *runner) result(ctx context.Context, o *outcome, skip bool) (result *re.ActionResult, err error) {
	operation := ""
	err = r.retry.again(ctx, func() (bool, error) {
		was := operation
		result, err = r.follow(ctx, o, &operation, skip)
		if err == nil {
			return false, nil
		}
		var ended *endedError
		if errors.As(err, &ended) || status.Code(err) == codes.NotFound { // a new execution is needed
			waited := operation != ""
			operation = ""
			if ended == nil && waited {
				return false, status.Error(codes.Unavailable, "the server has forgotten the execution")
			}
		}
		return operation != "" && was == "", err
	})
	return result, err
}

// endedError is the error of an execution that has ended.
type endedError struct{ error }

func (e *endedError) Unwrap() error              { return e.error }
func (e *endedError) GRPCStatus() *status.Status { return status.Convert(e.error) }

// follow starts an execution, or waits for one, until it is done.
func (r *runner) follow(ctx context.Context, o *outcome, operation *string, skip bool) (*re.ActionResult, error) {
	ctx, cancel := context.WithCancel(r.with(ctx, o.digest.GetHash()))
	defer cancel()
	var stream interface {
		Recv() (*longrunningpb.Operation, error)
	}
	var err error
	if *operation == "" {
		stream, err = r.execution.Execute(ctx, &re.ExecuteRequest{InstanceName: r.instance, ActionDigest: o.digest,
			SkipCacheLookup: skip, InlineStderr: true, DigestFunction: re.DigestFunction_SHA256})
	} else {
		stream, err = r.execution.WaitExecution(ctx, &re.WaitExecutionRequest{Name: *operation})
	}
	if err != nil {
		return nil, err
	}
	for {
		op, err := stream.Recv()
		if err != nil {
			return nil, err
		}
		*operation = op.GetName()
		if !op.GetDone() {
			continue
		}
		if failed := op.GetError(); failed != nil { // it must not be set, but who knows
			return nil, &endedError{status.ErrorProto(failed)}
		}
		response := &re.ExecuteResponse{}
		if err := op.GetResponse().UnmarshalTo(response); err != nil {
			return nil, fmt.Errorf("the server's answer cannot be read: %w", err)
		}
		if err := status.ErrorProto(response.GetStatus()); err != nil {
			if text := response.GetMessage(); text != "" {
				err = &explained{err, text}
			}
			return nil, &endedError{err}
		}
		if response.GetResult() == nil {
			return nil, errors.New("the server gives no result")
		}
		o.cached = response.GetCachedResult()
		return response.GetResult(), nil
	}
}

// explained is an error with what the server says about it.
type explained struct {
	error
	text string
}

func (e *explained) Error() string              { return e.error.Error() + ": " + e.text }
func (e *explained) Unwrap() error              { return e.error }
func (e *explained) GRPCStatus() *status.Status { return status.Convert(e.error) }

// stderr returns what the command printed.
func (r *runner) stderr(ctx context.Context, result *re.ActionResult) (text string, err error) {
	if raw := result.GetStderrRaw(); len(raw) > 0 || result.GetStderrDigest().GetSizeBytes() == 0 {
		return string(raw), nil
	}
	err = r.download(ctx, []key{keyOf(result.GetStderrDigest())}, func(_ key, data []byte) error {
		text = string(data)
		return nil
	})
	if status.Code(err) == codes.NotFound {
		return "(what it printed is not there any more)\n", nil
	}
	return text, err
}

// fetch writes the results of an action below the directory for outputs.
func (r *runner) fetch(ctx context.Context, o *outcome, result *re.ActionResult) error {
	o.dirs = nil
	for _, want := range o.outputs {
		all := result.GetOutputDirectories()
		i := slices.IndexFunc(all, func(d *re.OutputDirectory) bool { return d.GetPath() == want })
		if i < 0 {
			return fmt.Errorf("the result lacks the output '%s'", want)
		}
		to := filepath.Join(r.parts, o.Name, filepath.FromSlash(want))
		if err := os.RemoveAll(to); err != nil { // of an earlier attempt
			return err
		}
		if err := r.fetchTree(ctx, all[i], to); err != nil {
			return err
		}
		o.dirs = append(o.dirs, to)
	}
	return o.check()
}

// check compares the environments that the results are of with those of the
// batch: results of another action would be merged without a word, and some
// environments would be missing.
func (o *outcome) check() error {
	var have []string
	for _, dir := range o.dirs {
		text, err := os.ReadFile(filepath.Join(dir, "manifest.json"))
		if err != nil {
			return fmt.Errorf("the results have no manifest: %w", err)
		}
		var m struct {
			Environments []struct{ Name string }
		}
		if err := json.Unmarshal(text, &m); err != nil {
			return fmt.Errorf("the manifest of the results cannot be read: %w", err)
		}
		for _, e := range m.Environments {
			have = append(have, e.Name)
		}
	}
	slices.Sort(have)
	if want := slices.Sorted(slices.Values(o.Environments)); !slices.Equal(have, want) {
		return fmt.Errorf("the results are those of other environments: %s, instead of %s", few(have), few(want))
	}
	return nil
}

// few names some of many.
func few(names []string) string {
	const most = 3
	if len(names) > most {
		return strings.Join(names[:most], ", ") + ", …"
	}
	return strings.Join(names, ", ")
}

// fetchTree writes an output directory: that of one message with all
// directories, or of one for each.
func (r *runner) fetchTree(ctx context.Context, d *re.OutputDirectory, to string) error {
	known := map[key][]byte{}
	root := key{}
	if d.GetTreeDigest() != nil {
		var tree []byte
		if err := r.download(ctx, []key{keyOf(d.GetTreeDigest())}, func(_ key, data []byte) error {
			tree = data
			return nil
		}); err != nil {
			return err
		}
		var err error
		if root, err = readTree(tree, known); err != nil {
			return err
		}
	} else {
		if root = keyOf(d.GetRootDirectoryDigest()); root.hash == "" {
			return errors.New("an output directory has no digest")
		}
		if err := r.fetchDirectories(ctx, root, known); err != nil {
			return err
		}
	}
	wanted := map[key][]string{}
	if err := place(root, known, to, wanted, 0); err != nil {
		return err
	}
	return r.download(ctx, slices.Collect(maps.Keys(wanted)), func(k key, data []byte) error {
		for _, name := range wanted[k] {
			if err := os.WriteFile(name, data, 0o666); err != nil {
				return err
			}
		}
		return nil
	})
}

// readTree takes the directories out of a Tree message, by the digests of their
// bytes as they are there, and returns that of the root.
func readTree(tree []byte, known map[key][]byte) (root key, err error) {
	const rootField, childrenField = 1, 2
	for len(tree) > 0 {
		number, kind, n := protowire.ConsumeTag(tree)
		if n < 0 {
			return key{}, fmt.Errorf("a tree cannot be read: %w", protowire.ParseError(n))
		}
		tree = tree[n:]
		if kind == protowire.BytesType && (number == rootField || number == childrenField) {
			data, n := protowire.ConsumeBytes(tree)
			if n < 0 {
				return key{}, fmt.Errorf("a tree cannot be read: %w", protowire.ParseError(n))
			}
			tree = tree[n:]
			k := digestOf(data)
			known[k] = data
			if number == rootField {
				root = k
			}
			continue
		}
		n = protowire.ConsumeFieldValue(number, kind, tree)
		if n < 0 {
			return key{}, fmt.Errorf("a tree cannot be read: %w", protowire.ParseError(n))
		}
		tree = tree[n:]
	}
	if root.hash == "" { // an empty directory has no bytes
		root = digestOf(nil)
		known[root] = nil
	}
	return root, nil
}

// fetchDirectories gets directories level by level.
func (r *runner) fetchDirectories(ctx context.Context, root key, known map[key][]byte) error {
	for level := []key{root}; len(level) > 0; {
		var next []key
		err := r.download(ctx, level, func(k key, data []byte) error {
			known[k] = data
			d := &re.Directory{}
			if err := proto.Unmarshal(data, d); err != nil {
				return fmt.Errorf("a directory cannot be read: %w", err)
			}
			for _, child := range d.GetDirectories() {
				next = append(next, keyOf(child.GetDigest()))
			}
			return nil
		})
		if err != nil {
			return err
		}
		level = level[:0]
		for _, k := range next {
			if _, have := known[k]; !have && !slices.Contains(level, k) {
				level = append(level, k)
			}
		}
	}
	return nil
}

// place makes directories, and collects where which files go. Names come from
// elsewhere: none may lead out of the directory.
func place(k key, known map[key][]byte, to string, wanted map[key][]string, depth int) error {
	const deepest = 100
	data, have := known[k]
	switch {
	case !have:
		return fmt.Errorf("a tree lacks the directory %s", k.hash)
	case depth > deepest:
		return errors.New("a tree is too deep")
	}
	d := &re.Directory{}
	if err := proto.Unmarshal(data, d); err != nil {
		return fmt.Errorf("a directory cannot be read: %w", err)
	}
	if len(d.GetSymlinks()) > 0 {
		return fmt.Errorf("a result has the symbolic link '%s', which ytt does not write", d.GetSymlinks()[0].GetName())
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for _, f := range d.GetFiles() {
		if !isName(f.GetName()) {
			return fmt.Errorf("a result has the file name %q", f.GetName())
		}
		name := filepath.Join(to, f.GetName())
		wanted[keyOf(f.GetDigest())] = append(wanted[keyOf(f.GetDigest())], name)
	}
	for _, child := range d.GetDirectories() {
		if !isName(child.GetName()) {
			return fmt.Errorf("a result has the directory name %q", child.GetName())
		}
		below := filepath.Join(to, child.GetName())
		if err := place(keyOf(child.GetDigest()), known, below, wanted, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// isName reports whether a text is the name of something in a directory.
func isName(name string) bool {
	return name != "" && name != "." && !strings.ContainsAny(name, "/\\\x00") && filepath.IsLocal(name)
}
