//go:build linux

package isolated_test

import (
	"context"
	"fmt"
	"time"

	"ytt"
	"ytt/isolated"
)

// A program that uses a Pool calls isolated.Worker at the beginning of main.
func ExamplePool_Render() {
	pool := isolated.New(isolated.Options{Memory: 256 << 20, CPU: 5 * time.Second, Timeout: 10 * time.Second})
	reply, err := pool.Render(context.Background(), ytt.Options{
		Files: ytt.Files{Texts: []ytt.File{
			{Path: "schema.yml", Data: "#@data/values-schema\n---\nname: \"\"\n"},
			{Path: "app.yml", Data: "#@ load(\"@ytt:data\", \"data\")\nname: #@ data.values.name\n"},
		}},
		Values: ytt.Values{DataValues: []string{"name=store"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(reply.YAML)
	// Output:
	// name: store
}
