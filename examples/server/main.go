// Command server is an example: it renders a configuration for each request,
// with values from the request, in its own process or in one per request.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"ytt"
	"ytt/isolated"
)

func main() {
	isolated.Worker() // the program is started again for /isolated
	listen := flag.String("listen", "127.0.0.1:8080", "the address to listen at")
	config := flag.String("config", "examples/webapp/config", "the directory to render if a request has no files")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := serve(ctx, *listen, *config); err != nil {
		log.Fatal(err)
	}
}

func serve(ctx context.Context, address, config string) error {
	files, err := read(config)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	log.Printf("listening on http://%s", listener.Addr())
	server := &http.Server{
		Handler:           handler(files, limits(), isolated.New(confinement())),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
	}
	stopped := make(chan struct{})
	context.AfterFunc(ctx, func() {
		defer close(stopped)
		within, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		if server.Shutdown(within) != nil { // requests that take longer are cut off
			_ = server.Close()
		}
	})
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	<-stopped
	return nil
}

// read reads the files of a directory once, when the server starts. What is
// rendered has no other files.
func read(dir string) (files []ytt.File, err error) {
	err = filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || !e.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		below, err := filepath.Rel(dir, name)
		files = append(files, ytt.File{Path: filepath.ToSlash(below), Data: string(text)})
		return err
	})
	return files, err
}

// limits are those of one request. They end code that does too much, with a
// problem that says where.
func limits() ytt.Limits {
	return ytt.Limits{Timeout: 5 * time.Second, Steps: 5_000_000, Memory: 64 << 20, Output: 8 << 20, Input: maxBody,
		Files: 1000, Problems: 20}
}

// confinement is what a process may use, whatever code does. It is more than
// the limits, which are to come first.
func confinement() isolated.Options {
	return isolated.Options{Memory: 256 << 20, CPU: 8 * time.Second, Timeout: 10 * time.Second,
		MaxMessage: 32 << 20, Workers: 4}
}

const maxBody = 4 << 20 // bytes of a request

// renderer renders files with values, each "key=yaml".
type renderer func(ctx context.Context, files []ytt.File, values []string) (text string, err error)

// handler serves GET, which renders the files of the server, and POST, which
// renders those of its body, as --bulk-in takes them. The query has the values.
func handler(files []ytt.File, l ytt.Limits, pool *isolated.Pool) http.Handler {
	mux := http.NewServeMux()
	mux.Handle("/render", answer(files, inProcess(l)))
	mux.Handle("/isolated", answer(files, inWorker(l, pool)))
	return mux
}

func options(files []ytt.File, values []string, l ytt.Limits) ytt.Options {
	return ytt.Options{Files: ytt.Files{Texts: files}, Values: ytt.Values{DataValuesYAML: values}, Limits: l}
}

func inProcess(l ytt.Limits) renderer {
	return func(ctx context.Context, files []ytt.File, values []string) (string, error) {
		result, err := ytt.Render(ctx, options(files, values, l))
		if err != nil {
			return "", err
		}
		text, err := result.YAML()
		return string(text), err
	}
}

func inWorker(l ytt.Limits, pool *isolated.Pool) renderer {
	return func(ctx context.Context, files []ytt.File, values []string) (string, error) {
		reply, err := pool.Render(ctx, options(files, values, l))
		if err != nil {
			return "", err
		}
		return reply.YAML, nil
	}
}

func answer(files []ytt.File, render renderer) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil { // a mistake of the program, which this request alone pays for
				log.Printf("panic: %v\n%s", p, debug.Stack())
				http.Error(w, "internal error", http.StatusInternalServerError)
			}
		}()
		files := files
		if r.Method == http.MethodPost {
			var err error
			if files, err = readFiles(w, r); err != nil {
				http.Error(w, err.Error(), http.StatusBadRequest)
				return
			}
		}
		text, err := render(r.Context(), files, values(r))
		if err != nil {
			fail(w, r, err)
			return
		}
		w.Header().Set("Content-Type", "application/yaml")
		_, _ = io.WriteString(w, text) // who asked may be gone
	})
}

func readFiles(w http.ResponseWriter, r *http.Request) ([]ytt.File, error) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, err
	}
	return ytt.ReadBulk(string(body))
}

// values returns the parameters of the query in a fixed order.
func values(r *http.Request) (all []string) {
	for key, given := range r.URL.Query() {
		for _, v := range given {
			all = append(all, key+"="+v)
		}
	}
	slices.Sort(all)
	return all
}

// fail answers with problems, which are those of the files and values of the
// request, so its sender may read them.
func fail(w http.ResponseWriter, r *http.Request, err error) {
	if r.Context().Err() != nil {
		return // the client is gone
	}
	status := http.StatusInternalServerError
	var ended *isolated.WorkerError
	switch {
	case errors.As(err, new(*ytt.Error)), errors.Is(err, isolated.ErrTooLarge):
		status = http.StatusUnprocessableEntity
	case errors.As(err, &ended):
		log.Printf("%v; %s", err, ended.Detail)
		status = http.StatusUnprocessableEntity
	default:
		log.Print(err)
		err = errors.New("internal error")
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.WriteHeader(status)
	_, _ = fmt.Fprintln(w, strings.TrimSpace(err.Error()))
}
