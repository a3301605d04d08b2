package argocd

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/argoproj/argo-cd/v3/commitserver/apiclient"
	"github.com/argoproj/argo-cd/v3/commitserver/commit"
	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	repoclient "github.com/argoproj/argo-cd/v3/reposerver/apiclient"
	"github.com/argoproj/argo-cd/v3/reposerver/repository"
	"github.com/argoproj/argo-cd/v3/util/app/discovery"
	"github.com/argoproj/argo-cd/v3/util/cmp"
	utilio "github.com/argoproj/argo-cd/v3/util/io"
	"github.com/rogpeppe/go-internal/txtar"
	"k8s.io/apimachinery/pkg/api/resource"
	"sigs.k8s.io/yaml"
)

var update = flag.Bool("update", false, "record what Argo CD says")

// application is what a test asks for: an Application, as far as it matters.
type application struct {
	Name   string                     `json:"name"`
	Source v1alpha1.ApplicationSource `json:"source"`
}

const revision = "5f0c1e8d4c7b2a9e3f6d1c0b8a7e6f5d4c3b2a19"

// generate returns the manifests of an Application, as the repo server makes
// them.
func generate(ctx context.Context, repo string, app application) (*repoclient.ManifestResponse, error) {
	q := &repoclient.ManifestRequest{
		Repo:    &v1alpha1.Repository{Repo: "https://git.example.org/shop.git"},
		AppName: app.Name, Namespace: "shop", ProjectName: "default", ApplicationSource: app.Source.DeepCopy(),
		KubeVersion: "v1.33.1", ApiVersions: []string{"v1", "apps/v1"},
	}
	return repository.GenerateManifests(ctx, filepath.Join(repo, app.Source.Path), repo, revision, q, false, nil,
		resource.MustParse("0"), utilio.NewRandomizedTempPaths(os.TempDir()))
}

// announcement asks for the parameters of an Application, as the repo server
// does for the page about it.
func announcement(ctx context.Context, repo string, app application) ([]*repoclient.ParameterAnnouncement, error) {
	env := []string{"ARGOCD_APP_NAME=" + app.Name, "ARGOCD_APP_SOURCE_PATH=" + app.Source.Path}
	name := ""
	if p := app.Source.Plugin; p != nil {
		name = p.Name
		for _, e := range p.Env {
			env = append(env, "ARGOCD_ENV_"+e.Name+"="+e.Value)
		}
		parameters, err := p.Parameters.Environ()
		if err != nil {
			return nil, err
		}
		env = append(env, parameters...)
	}
	path := filepath.Join(repo, app.Source.Path)
	conn, client, err := discovery.DetectConfigManagementPlugin(ctx, path, repo, name, env, nil)
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	stream, err := client.GetParametersAnnouncement(ctx)
	if err != nil {
		return nil, err
	}
	if err := cmp.SendRepoStream(stream.Context(), path, repo, stream, env, nil); err != nil {
		return nil, err
	}
	all, err := stream.CloseAndRecv()
	return all.GetParameterAnnouncements(), err
}

// write writes the files of an archive that are in "in/" into a directory.
func write(t *testing.T, archive *txtar.Archive) string {
	t.Helper()
	dir := t.TempDir()
	for _, f := range archive.Files {
		name, isFile := strings.CutPrefix(f.Name, "in/")
		if !isFile {
			continue
		}
		if plain, ok := strings.CutSuffix(name, " (CRLF)"); ok { // an archive has no such line breaks
			name, f.Data = plain, []byte(strings.ReplaceAll(string(f.Data), "\n", "\r\n"))
		}
		name = filepath.Join(dir, filepath.FromSlash(name))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, f.Data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// secret is what nobody is to see.
const secret = "hunter2"

// TestArgoCD plays the archives in testdata. Members "in/PATH" are a
// repository. Others are questions about an Application: N/source-type asks of
// what type its source is, N/generate for its manifests, N/parameters for the
// announcement. Answers are N/answer, or N/error, which is what Argo CD shows.
func TestArgoCD(t *testing.T) {
	archives, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(archives) == 0 {
		t.Fatal("there are no archives", err)
	}
	for _, path := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			server := start(t, "")
			got := play(t, archive)
			server.stop()
			for what, text := range map[string]string{"the log": server.log.String(), "what was answered": answered(got)} {
				if strings.Contains(text, secret) {
					t.Errorf("%s has a secret:\n%s", what, text)
				}
			}
			if *update {
				if err := os.WriteFile(path, txtar.Format(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if want, got := string(txtar.Format(archive)), string(txtar.Format(got)); want != got {
				t.Errorf("want\n%s\ngot\n%s", want, got)
			}
		})
	}
}

// answered returns what was answered.
func answered(a *txtar.Archive) string {
	var b strings.Builder
	for _, f := range a.Files {
		if strings.HasSuffix(f.Name, "/answer") || strings.HasSuffix(f.Name, "/error") {
			b.Write(f.Data)
		}
	}
	return b.String()
}

// play asks what an archive asks, and returns it with the answers.
func play(t *testing.T, archive *txtar.Archive) *txtar.Archive {
	t.Helper()
	repo := write(t, archive)
	out := &txtar.Archive{Comment: archive.Comment}
	for _, f := range archive.Files {
		number, what, _ := strings.Cut(f.Name, "/")
		if number == "in" {
			out.Files = append(out.Files, f)
		}
		if _, err := strconv.Atoi(number); err != nil || what == "answer" || what == "error" {
			continue
		}
		var app application
		if err := yaml.UnmarshalStrict(f.Data, &app); err != nil {
			t.Fatal(f.Name, err)
		}
		answer, err := ask(t.Context(), repo, what, app)
		out.Files = append(out.Files, f)
		if err != nil {
			answer, what = err.Error()+"\n", "error"
		} else {
			what = "answer"
		}
		out.Files = append(out.Files, txtar.File{Name: number + "/" + what,
			Data: []byte(strings.ReplaceAll(answer, repo, "$REPO"))})
	}
	return out
}

// ask returns the answer to a question.
func ask(ctx context.Context, repo, what string, app application) (string, error) {
	switch what {
	case "source-type":
		is, err := repository.GetAppSourceType(ctx, app.Source.DeepCopy(), filepath.Join(repo, app.Source.Path), repo,
			app.Name, nil, nil, nil)
		return string(is) + "\n", err
	case "generate":
		response, err := generate(ctx, repo, app)
		if err != nil {
			return "", err
		}
		return strings.Join(append(response.Manifests, ""), "\n"), nil
	case "parameters":
		all, err := announcement(ctx, repo, app)
		if err != nil {
			return "", err
		}
		var b strings.Builder
		for _, p := range all {
			text, err := json.Marshal(p)
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "%s\n", text)
		}
		return b.String(), nil
	}
	return "", errors.New("nothing is known of " + what)
}

// endless is a repository whose template does not come to an end.
func endless(t *testing.T) string {
	t.Helper()
	return write(t, &txtar.Archive{Files: []txtar.File{{Name: "in/app.yml", Data: []byte(
		"#@ def f(n):\n#@   x = 0\n#@   for i in range(n):\n#@     x += len([j for j in range(100000)])\n" +
			"#@   end\n#@   return x\n#@ end\nkind: #@ f(1000000000)\n")}}})
}

// unlimited is a configuration of the plugin in which a run may take any time.
func unlimited(t *testing.T, command string) string {
	t.Helper()
	return "apiVersion: argoproj.io/v1alpha1\nkind: ConfigManagementPlugin\nmetadata:\n  name: ytt\nspec:\n" +
		"  discover:\n    fileName: '*.yml'\n  generate:\n    command: " + command + "\n"
}

const limits = "--max-steps=0 --timeout=0"

// TestTimeout has Argo CD stop a run that takes too long: with ytt as its
// child, and as the child of a shell. No process stays, and ytt ends by itself
// when it is asked to.
func TestTimeout(t *testing.T) {
	for name, command := range map[string]string{
		"child":      "[ytt, argocd, generate, " + strings.ReplaceAll(limits, " ", ", ") + "]",
		"grandchild": "[sh, -c, 'ytt argocd generate " + limits + "; exit $?']",
	} {
		t.Run(name, func(t *testing.T) {
			report := filepath.Join(t.TempDir(), "report")
			server := start(t, unlimited(t, command), "YTT_REPORT_FILE="+report)
			ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
			defer cancel()
			_, err := generate(ctx, endless(t), application{Name: "shop",
				Source: v1alpha1.ApplicationSource{Plugin: &v1alpha1.ApplicationSourcePlugin{}}})
			if err == nil {
				t.Fatal("a run without an end has one")
			}
			for range 3000 {
				if server.running(t) == nil {
					break
				}
				time.Sleep(10 * time.Millisecond)
			}
			if left := server.running(t); left != nil {
				t.Errorf("processes stay: %q", left)
			}
			said, err := os.ReadFile(report)
			if err != nil {
				t.Fatal("ytt was not started: ", err)
			}
			if name == "grandchild" && !strings.Contains(string(said), "interrupted") {
				t.Errorf("ytt did not end by itself; it says %q", said)
			}
		})
	}
}

// TestHydrator renders for the source hydrator, with two runs on copies of the
// repository: what would be committed is the same.
func TestHydrator(t *testing.T) {
	archive, err := txtar.ParseFile("testdata/hydrator.txtar")
	if err != nil {
		t.Fatal(err)
	}
	start(t, "")
	var texts []string
	for range 2 {
		dir := t.TempDir()
		root, err := os.OpenRoot(dir)
		if err != nil {
			t.Fatal(err)
		}
		var paths []*apiclient.PathDetails
		repo := write(t, archive)
		for _, name := range []string{"shop-production", "shop-test"} {
			// all that a dry source has
			response, err := generate(t.Context(), repo, application{Name: name,
				Source: v1alpha1.ApplicationSource{RepoURL: "https://git.example.org/shop.git", Path: "shop",
					TargetRevision: "HEAD"}})
			if err != nil {
				t.Fatal(err)
			}
			p := &apiclient.PathDetails{Path: name, Commands: response.Commands}
			for _, m := range response.Manifests {
				p.Manifests = append(p.Manifests, &apiclient.HydratedManifestDetails{ManifestJSON: m})
			}
			paths = append(paths, p)
		}
		if err := commit.WriteForPaths(root, "https://git.example.org/shop.git", revision, nil, paths); err != nil {
			t.Fatal(err)
		}
		texts = append(texts, tree(t, dir))
	}
	if texts[0] != texts[1] {
		t.Errorf("the first commit has\n%s\nthe second\n%s", texts[0], texts[1])
	}
	for _, want := range []string{"replicas: 3", "replicas: 1"} {
		if strings.Count(texts[0], want) != 1 {
			t.Errorf("%q is not there once:\n%s", want, texts[0])
		}
	}
}

// tree returns the files of a directory with their names.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		all = append(all, strings.TrimPrefix(path, dir)+"\n"+string(text))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(all)
	return strings.Join(all, "\n")
}
