package apiserver

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv1 "k8s.io/api/autoscaling/v1"
	batchv1 "k8s.io/api/batch/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/apimachinery/pkg/runtime"
	serializer "k8s.io/apimachinery/pkg/runtime/serializer/json"
)

// seeds are objects of Kubernetes that are fine.
var seeds = []string{
	`{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "labels": {"app": "web"},
	  "annotations": {"a": "b"}, "creationTimestamp": null}, "spec": {"replicas": 2, "selector": {"matchLabels": {"app": "web"},
	  "matchExpressions": [{"key": "a", "operator": "In", "values": ["b"]}]},
	  "strategy": {"type": "RollingUpdate", "rollingUpdate": {"maxSurge": "25%", "maxUnavailable": 1}},
	  "template": {"metadata": {"labels": {"app": "web"}}, "spec": {"terminationGracePeriodSeconds": 30, "hostNetwork": false,
	  "securityContext": {"runAsUser": 1000, "fsGroup": 5}, "nodeSelector": {"disk": "ssd"},
	  "tolerations": [{"key": "a", "operator": "Exists", "effect": "NoSchedule"}],
	  "volumes": [{"name": "v", "configMap": {"name": "c", "items": [{"key": "k", "path": "p", "mode": 420}]}},
	    {"name": "e", "emptyDir": {"sizeLimit": "1Gi"}}],
	  "containers": [{"name": "web", "image": "nginx:1", "args": ["-a"], "env": [{"name": "A", "value": "1"},
	    {"name": "B", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k", "optional": true}}}],
	    "ports": [{"name": "http", "containerPort": 80, "protocol": "TCP"}],
	    "resources": {"limits": {"cpu": "500m", "memory": "1Gi"}, "requests": {"cpu": 1, "memory": 1000}},
	    "livenessProbe": {"httpGet": {"path": "/", "port": "http", "httpHeaders": [{"name": "a", "value": "b"}]}, "periodSeconds": 5},
	    "volumeMounts": [{"name": "v", "mountPath": "/v", "readOnly": true}]}]}}}, "status": {}}`,
	`{"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web", "namespace": "shop"}, "spec": {"type": "ClusterIP",
	  "selector": {"app": "web"}, "ports": [{"name": "http", "port": 80, "targetPort": "http", "protocol": "TCP"},
	  {"port": 443, "targetPort": 8443}], "externalIPs": ["1.2.3.4"]}}`,
	`{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "1", "b": ""},
	  "binaryData": {"c": "YQ=="}, "immutable": true}`,
	`{"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "type": "Opaque", "data": {"a": "YQ=="},
	  "stringData": {"b": "x"}}`,
	`{"apiVersion": "networking.k8s.io/v1", "kind": "Ingress", "metadata": {"name": "i"}, "spec": {"ingressClassName": "n",
	  "tls": [{"hosts": ["a.example.com"], "secretName": "t"}], "rules": [{"host": "a.example.com", "http": {"paths": [
	  {"path": "/", "pathType": "Prefix", "backend": {"service": {"name": "web", "port": {"number": 80}}}}]}}]}}`,
	`{"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": "j"}, "spec": {"backoffLimit": 3, "completions": 1,
	  "template": {"spec": {"restartPolicy": "Never", "containers": [{"name": "j", "image": "j", "command": ["a", "b"]}]}}}}`,
	`{"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "db"}, "spec": {"serviceName": "db", "replicas": 1,
	  "selector": {"matchLabels": {"a": "b"}}, "template": {"metadata": {"labels": {"a": "b"}}, "spec": {"containers": [
	  {"name": "db", "image": "db"}]}}, "volumeClaimTemplates": [{"metadata": {"name": "d"}, "spec": {
	  "accessModes": ["ReadWriteOnce"], "resources": {"requests": {"storage": "1Gi"}}}}]}}`,
	`{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "r"}, "rules": [{"apiGroups": [""],
	  "resources": ["pods"], "verbs": ["get"]}]}`,
	`{"apiVersion": "autoscaling/v1", "kind": "HorizontalPodAutoscaler", "metadata": {"name": "h"}, "spec": {"minReplicas": 1,
	  "maxReplicas": 3, "scaleTargetRef": {"apiVersion": "apps/v1", "kind": "Deployment", "name": "web"},
	  "targetCPUUtilizationPercentage": 80}}`,
}

// isUnnamed reports whether a problem is not one of those that the
// documentation names as overlooked by the server: items that are null, and
// bytes as a list.
func isUnnamed(problem string) bool {
	return !strings.HasSuffix(problem, "]: expected string, but found null") &&
		!strings.HasSuffix(problem, "]: expected map, but found null") &&
		!(strings.HasPrefix(problem, "data.") && strings.HasSuffix(problem, ": expected string, but found array"))
}

// TestBuiltin holds verdicts about Kubernetes' own objects against the strict
// decoding of an API server, which knows no required fields.
func TestBuiltin(t *testing.T) {
	cmd := exec.Command("go", "mod", "download", "-json", "k8s.io/kubectl@v0.31.0")
	out, err := cmd.Output()
	if err != nil {
		t.Skip("the OpenAPI document of Kubernetes cannot be fetched")
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		t.Fatal(err)
	}
	swagger := filepath.Join(module.Dir, "testdata", "openapi", "swagger.json")
	bin, dir := build(t), t.TempDir()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		appsv1.AddToScheme, autoscalingv1.AddToScheme, batchv1.AddToScheme,
		corev1.AddToScheme, networkingv1.AddToScheme, rbacv1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	strict := serializer.NewSerializerWithOptions(serializer.DefaultMetaFactory, scheme, scheme,
		serializer.SerializerOptions{Strict: true})
	g := &crdGenerator{r: rand.New(rand.NewPCG(*seed, 11))}
	var all [][]byte
	var stream bytes.Buffer
	for i := range 2000 {
		var object map[string]any
		if err := json.Unmarshal([]byte(seeds[i%len(seeds)]), &object); err != nil {
			t.Fatal(err)
		}
		if i >= len(seeds) {
			for range 1 + g.r.IntN(2) {
				key := g.pick("metadata", "spec", "spec", "spec").(string)
				below, ok := object[key].(map[string]any)
				if !ok {
					below = object
				}
				kind, version := object["kind"], object["apiVersion"]
				g.mutate(below, nil)
				object["kind"], object["apiVersion"] = kind, version
			}
		}
		text, _ := json.Marshal(object)
		all = append(all, text)
		fmt.Fprintf(&stream, "---\n%s\n", text)
	}
	save(t, filepath.Join(dir, "objects.yml"), stream.Bytes())
	out, problems, _ := run(bin, dir, "validate", "--objects", "--object-schemas", swagger, "objects.yml", "-o", "json",
		"--diagnostics", "json")
	var report struct {
		Objects []struct {
			Problems []struct{ Code, Message, Path string }
		}
	}
	if err := json.Unmarshal(out, &report); err != nil || len(report.Objects) != len(all) {
		t.Fatalf("%v: %d of %d objects\n%s", err, len(report.Objects), len(all), problems)
	}
	same, refused, required, looser, oddities := 0, 0, 0, 0, 0
	for i, text := range all {
		_, _, wrong := strict.Decode(text, nil, nil)
		var found []string
		for _, p := range report.Objects[i].Problems {
			if p.Code == "violation-required" {
				required++
				continue
			}
			found = append(found, p.Path+": "+p.Message)
		}
		switch {
		case (len(found) > 0) == (wrong != nil):
			same++
			if wrong != nil {
				refused++
			}
		case wrong == nil && !slices.ContainsFunc(found, isUnnamed):
			oddities++
		case wrong == nil:
			t.Errorf("stricter than the server: %q\n%s", found, text)
		default:
			looser++
			if !strings.Contains(wrong.Error(), "cannot unmarshal") && looser < 20 {
				t.Logf("looser than the server: %v\n%s", wrong, text)
			}
		}
	}
	t.Logf("%d objects: %d same verdicts, %d of them refusals; %d required fields; %d looser; %d odd ones", len(all), same,
		refused, required, looser, oddities)
	if looser > len(all)/100 {
		t.Errorf("%d of %d objects are refused by the server only", looser, len(all))
	}
}
