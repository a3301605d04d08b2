package main

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	re "github.com/bazelbuild/remote-apis/build/bazel/remote/execution/v2"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/durationpb"
)

// This file reads what 'ytt fleet plan' prints, and makes actions of it. The
// same batch gives the same action, whatever the server, so that its digest is a
// key of the action cache.

// plannedFile is a file with the hash of its bytes.
type plannedFile struct {
	Path   string `json:"path"`
	SHA256 string `json:"sha256"`
}

// plannedBatch is a command that renders some environments.
type plannedBatch struct {
	Name             string            `json:"name"`
	Arguments        []string          `json:"arguments"`
	WorkingDirectory string            `json:"workingDirectory"`
	Inputs           []plannedFile     `json:"inputs"`
	Outputs          []string          `json:"outputs"`
	Environments     []string          `json:"environments"`
	Platform         map[string]string `json:"platform"`
	Tool             plannedFile       `json:"tool"`
}

type plan struct {
	Batches []plannedBatch `json:"batches"`
}

func readPlan(r io.Reader) (*plan, error) {
	p := &plan{}
	if err := json.NewDecoder(r).Decode(p); err != nil {
		return nil, fmt.Errorf("the plan cannot be read: %w", err)
	}
	for _, b := range p.Batches {
		if b.Name == "" || len(b.Arguments) == 0 || len(b.Outputs) == 0 || b.Tool.SHA256 == "" {
			return nil, fmt.Errorf("batch '%s' lacks arguments, outputs or the tool: is this what 'ytt fleet plan' prints?", b.Name)
		}
	}
	return p, nil
}

// Where things are in the input root of an action: the inputs of the plan are in
// a directory of their own, so that the tool is not among the files of the
// project.
const (
	toolName  = "ytt"
	inputsDir = "root"
)

// action is a batch as the server gets it.
type action struct {
	*plannedBatch
	digest *re.Digest
	// blobs are all that the server needs: the action, the command, directories,
	// files, the tool.
	blobs map[key]*blob
	// outputs are the paths of results, from the working directory.
	outputs []string
}

// key is a digest that can be compared.
type key struct {
	hash string
	size int64
}

func keyOf(d *re.Digest) key { return key{d.GetHash(), d.GetSizeBytes()} }

func (k key) digest() *re.Digest { return &re.Digest{Hash: k.hash, SizeBytes: k.size} }

// blob is the content of a digest: bytes, or a file.
type blob struct {
	key
	data []byte
	file string
}

// open returns a reader from an offset on.
func (b *blob) open(offset int64) (io.ReadCloser, error) {
	if b.file == "" {
		return io.NopCloser(strings.NewReader(string(b.data[offset:]))), nil
	}
	f, err := os.Open(b.file)
	if err != nil {
		return nil, err
	}
	if _, err := f.Seek(offset, io.SeekStart); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// bytes returns all of a blob, which must be what its digest says.
func (b *blob) bytes() ([]byte, error) {
	if b.file == "" {
		return b.data, nil
	}
	data, err := os.ReadFile(b.file)
	if err != nil {
		return nil, err
	}
	if digestOf(data) != b.key {
		return nil, fmt.Errorf("'%s' has changed since it was planned: plan again", b.file)
	}
	return data, nil
}

func digestOf(data []byte) key {
	sum := sha256.Sum256(data)
	return key{hex.EncodeToString(sum[:]), int64(len(data))}
}

// fileBlob describes a file, which must have the hash that was planned.
func fileBlob(name, want string) (*blob, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	h := sha256.New()
	size, err := io.Copy(h, f)
	if err != nil {
		return nil, err
	}
	if hash := hex.EncodeToString(h.Sum(nil)); hash != want {
		return nil, fmt.Errorf("'%s' has changed since it was planned: plan again", name)
	}
	return &blob{key: key{want, size}, file: name}, nil
}

// planner makes actions.
type planner struct {
	root     string              // directory of the inputs
	platform map[string][]string // instead of what the plan has of the same name
	timeout  *durationpb.Duration
	tool     *blob
	files    map[string]*blob // by path below the root
}

// rootOf returns the root of the inputs: the plan is run where the project file
// is, which may be some directories below.
func rootOf(dir, working string) (string, error) {
	if working == "" || working == "." {
		return dir, nil
	}
	at := filepath.ToSlash(dir)
	root, ok := strings.CutSuffix(at, "/"+working)
	if !ok {
		return "", fmt.Errorf("the plan was made in a directory '%s', this is '%s'; --project says where the project is", working, dir)
	}
	return filepath.FromSlash(root), nil
}

func (p *planner) action(b *plannedBatch) (*action, error) {
	a := &action{plannedBatch: b, blobs: map[key]*blob{}}
	tree := &directory{dirs: map[string]*directory{}, files: map[string]*re.FileNode{}}
	a.blobs[p.tool.key] = p.tool
	tree.files[toolName] = &re.FileNode{Name: toolName, Digest: p.tool.digest(), IsExecutable: true}
	for _, in := range b.Inputs {
		f := p.files[in.Path]
		if f == nil {
			if !filepath.IsLocal(filepath.FromSlash(in.Path)) {
				return nil, fmt.Errorf("input '%s' of %s is not below the root", in.Path, b.Name)
			}
			var err error
			if f, err = fileBlob(filepath.Join(p.root, filepath.FromSlash(in.Path)), in.SHA256); err != nil {
				return nil, err
			}
			p.files[in.Path] = f
		}
		a.blobs[f.key] = f
		if err := tree.add(path.Join(inputsDir, in.Path), f.digest()); err != nil {
			return nil, fmt.Errorf("%s: %w", b.Name, err)
		}
	}
	working := path.Join(inputsDir, b.WorkingDirectory)
	tree.mkdir(working)
	for _, out := range b.Outputs {
		rel, ok := strings.CutPrefix(path.Join(inputsDir, out), working+"/")
		if !ok {
			return nil, fmt.Errorf("output '%s' of %s is not below the working directory", out, b.Name)
		}
		a.outputs = append(a.outputs, rel)
	}
	slices.Sort(a.outputs)
	// From the working directory, which is how servers find it since 2.3 and most
	// did before.
	up := strings.Repeat("../", strings.Count(working, "/")+1)
	command := &re.Command{
		Arguments:        append([]string{up + toolName}, b.Arguments[1:]...),
		OutputPaths:      a.outputs,
		WorkingDirectory: working,
		// Servers of 2.0 know neither output_paths nor the platform of an action;
		// later ones ignore these.
		OutputDirectories: a.outputs,
		Platform:          p.platformOf(b),
	}
	what := &re.Action{
		CommandDigest:   a.message(command),
		InputRootDigest: tree.digest(a),
		Timeout:         p.timeout,
		Platform:        p.platformOf(b),
	}
	a.digest = a.message(what)
	return a, nil
}

func (p *planner) platformOf(b *plannedBatch) *re.Platform {
	all := map[string][]string{}
	for name, value := range b.Platform {
		all[name] = []string{value}
	}
	maps.Copy(all, p.platform)
	out := &re.Platform{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		for _, value := range slices.Sorted(slices.Values(all[name])) {
			if value != "" {
				out.Properties = append(out.Properties, &re.Platform_Property{Name: name, Value: value})
			}
		}
	}
	return out
}

// message adds a message to the blobs.
func (a *action) message(m proto.Message) *re.Digest {
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(m)
	if err != nil {
		panic("unreachable: messages of ours can be written: " + err.Error())
	}
	b := &blob{key: digestOf(data), data: data}
	a.blobs[b.key] = b
	return b.digest()
}

// directory is a directory of an input root.
type directory struct {
	dirs  map[string]*directory
	files map[string]*re.FileNode
}

func (d *directory) mkdir(name string) *directory {
	for part := range strings.SplitSeq(name, "/") {
		next := d.dirs[part]
		if next == nil {
			next = &directory{dirs: map[string]*directory{}, files: map[string]*re.FileNode{}}
			d.dirs[part] = next
		}
		d = next
	}
	return d
}

func (d *directory) add(name string, digest *re.Digest) error {
	at, base := d, path.Base(name)
	if dir := path.Dir(name); dir != "." {
		at = d.mkdir(dir)
	}
	if at.dirs[base] != nil {
		return fmt.Errorf("'%s' is a file and a directory", name)
	}
	at.files[base] = &re.FileNode{Name: base, Digest: digest}
	return nil
}

// digest adds the messages of a directory and those below to the blobs.
func (d *directory) digest(a *action) *re.Digest {
	m := &re.Directory{}
	for _, name := range slices.Sorted(maps.Keys(d.files)) {
		m.Files = append(m.Files, d.files[name])
	}
	for _, name := range slices.Sorted(maps.Keys(d.dirs)) {
		m.Directories = append(m.Directories, &re.DirectoryNode{Name: name, Digest: d.dirs[name].digest(a)})
	}
	return a.message(m)
}
