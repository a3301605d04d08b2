package cli

import (
	"cmp"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"ytt"
)

// This file implements the command version. Scripts read its first line, as ytt 0.48 prints it; the others are for reports
// of mistakes.

const versionLine = "ytt version " + ytt.LanguageVersion

func (a *app) versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of the language, and what this build is made of",
		RunE: func(*cobra.Command, []string) error {
			build, _ := debug.ReadBuildInfo()
			_, err := a.world.Stdout.Write([]byte(versionLine + "\n" + describeBuild(build)))
			return err
		},
	}
}

// describeBuild returns a line for each thing that is known about a build.
func describeBuild(build *debug.BuildInfo) string {
	var b strings.Builder
	line := func(label, text string) {
		if text != "" {
			b.WriteString(label + strings.Repeat(" ", len("language: ")-len(label)) + text + "\n")
		}
	}
	line("build:", buildVersion(build))
	line("revision:", buildRevision(build))
	line("go:", runtime.Version()+" "+runtime.GOOS+"/"+runtime.GOARCH)
	line("language:", "ytt "+ytt.LanguageVersion)
	return b.String()
}

// buildVersion returns the version of the module that was built, "" when it is not a released one.
func buildVersion(build *debug.BuildInfo) string {
	if build == nil || build.Main.Version == "(devel)" {
		return ""
	}
	return build.Main.Version
}

// buildRevision returns the commit that was built: "0123456789ab of 2026-05-01, with changes".
func buildRevision(build *debug.BuildInfo) string {
	if build == nil {
		return ""
	}
	settings := map[string]string{}
	for _, s := range build.Settings {
		settings[s.Key] = s.Value
	}
	revision := settings["vcs.revision"]
	if revision == "" {
		return ""
	}
	const enough = 12
	revision = revision[:min(len(revision), enough)]
	if day, _, dated := strings.Cut(settings["vcs.time"], "T"); dated {
		revision += " of " + day
	}
	if settings["vcs.modified"] == "true" {
		revision += ", with changes"
	}
	return revision
}

// ownVersion returns the version of this program as far as it is known, and otherwise that of the language.
func ownVersion() string {
	build, _ := debug.ReadBuildInfo()
	revision, _, _ := strings.Cut(buildRevision(build), " ")
	return cmp.Or(buildVersion(build), revision, ytt.LanguageVersion)
}
