// Package argocd holds the plugin of integrations/argocd against the code of
// Argo CD itself: its plugin server, which starts ytt, and what its repo server
// and its commit server do with the results. The script run builds the
// programs.
package argocd

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/argoproj/argo-cd/v3/cmpserver/apiclient"
	"github.com/sirupsen/logrus"
	"google.golang.org/protobuf/types/known/emptypb"
)

// plugin is where the plugin is that is tested.
const plugin = "../../integrations/argocd"

// programs is the directory of the programs: ytt, and argocd-cmp-server.
func programs(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("YTT_ARGOCD")
	if dir == "" {
		t.Fatal("YTT_ARGOCD names no directory of programs: run conformance/argocd/run")
	}
	return dir
}

// sidecar is a running plugin server.
type sidecar struct {
	dir string // where its files are
	log *bytes.Buffer
	cmd *exec.Cmd
}

// start starts a plugin server with a configuration, "" for that of the plugin,
// and has the code of the repo server find it. Whoever is root starts it as
// the container does that the plugin describes: with nothing but ytt, no shell
// among it, and as user 999. A change to the configuration may need more
// programs.
func start(t *testing.T, config string, variables ...string) *sidecar {
	t.Helper()
	alone := config == ""
	if alone {
		text, err := os.ReadFile(filepath.Join(plugin, "plugin.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		config = string(text)
	}
	own := &bytes.Buffer{} // of the code of the repo server, in this process
	logrus.SetOutput(own)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the repo server:\n%s", own)
		}
	})
	dir, err := os.MkdirTemp("/tmp", "cmp") // names of sockets are short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	const user = 999
	root := os.Getuid() == 0
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for name, mode := range map[string]os.FileMode{"": 0o755, "tmp": 0o777, "usr/bin": 0o755,
		"home/argocd/cmp-server/config": 0o755, "home/argocd/cmp-server/plugins": 0o777} {
		must(os.MkdirAll(filepath.Join(dir, name), 0o755))
		must(os.Chmod(filepath.Join(dir, name), mode))
	}
	must(os.WriteFile(filepath.Join(dir, "home/argocd/cmp-server/config/plugin.yaml"), []byte(config), 0o644))
	for _, name := range []string{"ytt", "argocd-cmp-server"} {
		must(os.Link(filepath.Join(programs(t), name), filepath.Join(dir, "usr/bin", name)))
	}
	s := &sidecar{dir: dir, log: &bytes.Buffer{}}
	within := dir
	if root && alone { // every container has it
		must(os.Mkdir(filepath.Join(dir, "dev"), 0o755))
		must(syscall.Mknod(filepath.Join(dir, "dev/null"), syscall.S_IFCHR|0o666, 1<<8|3))
		must(os.Chmod(filepath.Join(dir, "dev/null"), 0o666))
	}
	s.cmd = exec.Command(filepath.Join(dir, "usr/bin/argocd-cmp-server"))
	if root && alone {
		within = "/"
		s.cmd.Path, s.cmd.Dir = "/usr/bin/argocd-cmp-server", "/"
		s.cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: dir, Credential: &syscall.Credential{Uid: user, Gid: user}}
	}
	s.cmd.Args = append(s.cmd.Args, "--config-dir-path", filepath.Join(within, "home/argocd/cmp-server/config"),
		"--loglevel", "debug")
	s.cmd.Env = append([]string{"PATH=" + filepath.Join(within, "usr/bin"), "TMPDIR=" + filepath.Join(within, "tmp"),
		"ARGOCD_PLUGINSOCKFILEPATH=" + filepath.Join(within, "home/argocd/cmp-server/plugins")}, variables...)
	if !alone {
		s.cmd.Env[0] += ":/usr/bin:/bin"
	}
	s.cmd.Stdout, s.cmd.Stderr = s.log, s.log
	must(s.cmd.Start())
	t.Cleanup(s.stop)
	sockets := filepath.Join(dir, "home/argocd/cmp-server/plugins")
	t.Setenv("ARGOCD_PLUGINSOCKFILEPATH", sockets)
	for range 3000 {
		if answers(t.Context(), filepath.Join(sockets, "ytt.sock")) {
			return s
		}
		time.Sleep(10 * time.Millisecond)
	}
	s.stop()
	t.Fatalf("the plugin server does not start:\n%s", s.log)
	return nil
}

// answers reports whether a plugin server answers.
func answers(ctx context.Context, socket string) bool {
	if _, err := os.Stat(socket); err != nil {
		return false
	}
	conn, client, err := apiclient.NewConfigManagementPluginClientSet(socket).NewConfigManagementPluginClient()
	if err != nil {
		return false
	}
	defer conn.Close()
	_, err = client.CheckPluginConfiguration(ctx, &emptypb.Empty{})
	return err == nil
}

// stop ends the server, after which its log is complete. It does not end by
// itself when it is asked to.
func (s *sidecar) stop() {
	if s.cmd.ProcessState == nil {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait()
	}
}

// running returns the processes of ytt that the server has started.
func (s *sidecar) running(t *testing.T) (all []string) {
	t.Helper()
	links, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil {
		t.Fatal(err)
	}
	for _, link := range links {
		// one that has ended meanwhile has none
		if to, err := os.Readlink(link); err == nil && strings.HasPrefix(to, filepath.Join(s.dir, "usr/bin/ytt")) {
			all = append(all, filepath.Dir(link))
		}
	}
	return all
}
