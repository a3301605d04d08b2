package spell

import (
	"path"
	"strings"
)

// NearestFile is Nearest for names of files: only files with the same extension are considered, and the extension does
// not add to the likeness.
func NearestFile(name string, candidates []string) string {
	if len(candidates) > Most {
		return ""
	}
	ext := path.Ext(name)
	var stems []string
	for _, c := range candidates {
		if path.Ext(c) == ext && c != name {
			stems = append(stems, strings.TrimSuffix(c, ext))
		}
	}
	if near := Nearest(strings.TrimSuffix(name, ext), stems); near != "" {
		return near + ext
	}
	return ""
}
