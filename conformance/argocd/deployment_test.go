package argocd

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/argoproj/argo-cd/v3/pkg/apis/application/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// TestDeployment adds the plugin to the repo server that Argo CD comes with:
// the container gets what it needs, and only volumes that are there.
func TestDeployment(t *testing.T) {
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/argoproj/argo-cd/v3")
	argo, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for to, from := range map[string]string{
		"server": filepath.Join(strings.TrimSpace(string(argo)), "manifests/base/repo-server"), "plugin": plugin,
	} {
		if err := os.CopyFS(filepath.Join(dir, to), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	const whole = "namespace: argocd\nresources: [server]\ncomponents: [plugin]\n"
	if err := os.WriteFile(filepath.Join(dir, "kustomization.yaml"), []byte(whole), 0o644); err != nil {
		t.Fatal(err)
	}
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var server appsv1.Deployment
	var config corev1.ConfigMap
	for _, r := range built.Resources() {
		into := map[string]any{"Deployment": &server, "ConfigMap": &config}[r.GetKind()]
		if into == nil {
			continue
		}
		if err := yaml.UnmarshalStrict([]byte(r.MustYaml()), into); err != nil {
			t.Error(err)
		}
	}
	pod := server.Spec.Template.Spec
	if len(pod.Containers) != 2 || len(config.Data) != 1 {
		t.Fatalf("%d containers, %d files", len(pod.Containers), len(config.Data))
	}
	volumes := map[string]corev1.Volume{}
	for _, v := range pod.Volumes {
		volumes[v.Name] = v
	}
	for _, c := range pod.Containers {
		for _, m := range c.VolumeMounts {
			v, known := volumes[m.Name]
			if !known {
				t.Errorf("container %s mounts %s, which is no volume", c.Name, m.Name)
			}
			if m.MountPath == "/home/argocd/cmp-server/config" && v.ConfigMap.Name != config.Name {
				t.Errorf("the plugin is in %s, and %s is mounted", config.Name, v.ConfigMap.Name)
			}
		}
	}
}

// TestApplication reads the example as the API server does.
func TestApplication(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(plugin, "application.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	var app v1alpha1.Application
	if err := yaml.UnmarshalStrict(text, &app); err != nil {
		t.Error(err)
	}
}
