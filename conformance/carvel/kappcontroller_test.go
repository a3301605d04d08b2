// Package carvel runs ytt as kapp-controller does, with the code of
// kapp-controller, and compares what its users see with what is recorded. The
// script run builds the programs.
package carvel

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/vmware-tanzu/carvel-kapp-controller/pkg/apis/kappctrl/v1alpha1"
	"github.com/vmware-tanzu/carvel-kapp-controller/pkg/exec"
	"github.com/vmware-tanzu/carvel-kapp-controller/pkg/fetch"
	"github.com/vmware-tanzu/carvel-kapp-controller/pkg/template"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/client-go/kubernetes/fake"
	"sigs.k8s.io/yaml"
)

var update = flag.Bool("update", false, "record what kapp-controller says")

// TestKappController plays testdata/kapp-controller.txtar. Members "in/PATH" are
// what was fetched; configmap.yaml and secret.yaml are in the cluster.
// N/template is the section "ytt" of an App, after whose first step there may be
// N/stdin. N/stdout is what is deployed, N/error and N/usefulErrorMessage are
// in the status of the App.
func TestKappController(t *testing.T) {
	programs := os.Getenv("YTT_CLIENTS")
	if programs == "" {
		t.Fatal("YTT_CLIENTS names no directory of programs: run conformance/carvel/run")
	}
	t.Setenv("PATH", programs)
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	const path = "testdata/kapp-controller.txtar"
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	fetched := t.TempDir()
	var objects []runtime.Object
	stdin := map[string]string{}
	for _, f := range archive.Files {
		name, isFile := strings.CutPrefix(f.Name, "in/")
		if isFile {
			name = filepath.Join(fetched, filepath.FromSlash(name))
			err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, f.Data, 0o644))
			if err != nil {
				t.Fatal(err)
			}
		}
		object := map[string]runtime.Object{
			"configmap.yaml": &corev1.ConfigMap{}, "secret.yaml": &corev1.Secret{},
		}[f.Name]
		if object != nil {
			if err := yaml.UnmarshalStrict(f.Data, object); err != nil {
				t.Fatal(err)
			}
			objects = append(objects, object)
		}
		if number, isInput := strings.CutSuffix(f.Name, "/stdin"); isInput {
			stdin[number] = string(f.Data)
		}
	}
	client, runner := fake.NewSimpleClientset(objects...), exec.NewPlainCmdRunner()
	out := &txtar.Archive{Comment: archive.Comment}
	same := func(text string) string {
		text = strings.NewReplacer(fetched, "$FETCHED", temporary, "$TMP").Replace(text)
		return regexp.MustCompile(`(\$TMP/[a-z-]+)\d+`).ReplaceAllString(text, "$1…")
	}
	for _, f := range archive.Files {
		number, what, _ := strings.Cut(f.Name, "/")
		if _, err := strconv.Atoi(number); err == nil && what != "template" && what != "stdin" {
			continue
		}
		out.Files = append(out.Files, f)
		if what != "template" {
			continue
		}
		var opts v1alpha1.AppTemplateYtt
		if err := yaml.UnmarshalStrict(f.Data, &opts); err != nil {
			t.Fatal(f.Name, err)
		}
		app := template.AppContext{Name: "shop", Namespace: "apps",
			Metadata: template.PartialObjectMetadata{ObjectMeta: template.ObjectMeta{Name: "shop", Namespace: "apps"}}}
		ytt := template.NewYtt(opts, app, client, fetch.NewFactory(client, fetch.VendirOpts{}, runner), runner,
			template.AdditionalDownwardAPIValues{})
		var result exec.CmdRunResult
		if text, streams := stdin[number]; streams {
			result = ytt.TemplateStream(strings.NewReader(text), fetched)
		} else {
			result, _ = ytt.TemplateDir(fetched)
		}
		for _, said := range []struct{ name, text string }{{"stdout", result.Stdout}, {"error", result.ErrorStr()},
			{"usefulErrorMessage", result.Stderr}} {
			if said.text != "" {
				text := strings.TrimSuffix(same(said.text), "\n") + "\n"
				out.Files = append(out.Files, txtar.File{Name: number + "/" + said.name, Data: []byte(text)})
			}
		}
	}
	got := string(txtar.Format(out))
	if left, _ := os.ReadDir(temporary); len(left) > 0 {
		t.Errorf("files stay: %v", left)
	}
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want := string(txtar.Format(archive)); want != got {
		t.Errorf("want\n%s\ngot\n%s", want, got)
	}
}
