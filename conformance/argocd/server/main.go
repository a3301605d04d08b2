// Command server is argocd-cmp-server: what Argo CD has in the container of a
// plugin.
package main

import (
	"os"

	"github.com/argoproj/argo-cd/v3/cmd/argocd-cmp-server/commands"
)

func main() {
	if commands.NewCommand().Execute() != nil {
		os.Exit(1)
	}
}
