package repair

import (
	"strings"

	"ytt/internal/diag"
	"ytt/internal/meter/limits"
	"ytt/internal/schema/importer"
)

// This file has the words for inputs that are no schemas to import.

func importMisuse(f importer.Misuse) []diag.Repair {
	switch f {
	case importer.TooLarge:
		return say(limits.Fixed)
	case importer.DifferentKinds:
		return say("--from says what they are: " + diag.ListOr(importer.Sources()))
	case importer.SeveralFiles:
		return say("files that a schema refers to are found beside it")
	case importer.SeveralDefinitions:
		return say("put the one that is meant into a file of its own")
	case importer.Swagger:
		return say("convert it to OpenAPI 3.0 first; for the objects of Kubernetes, add --as result")
	case importer.NoObjects:
		return say("name a CRD, or the OpenAPI document of a cluster: kubectl get --raw /openapi/v2")
	}
	return nil
}

func noKeyAt(f *importer.NoKey) []diag.Repair {
	names := make([]string, len(f.In.Entries))
	for i := range f.In.Entries {
		names[i] = f.In.Entries[i].Key.String()
	}
	return didYouMean(f.Key, names)
}

// noPointer lists the schemas of an OpenAPI document.
func noPointer(f *importer.NoPointer) []diag.Repair {
	const most = 10
	if f.Schemas == nil || len(f.Schemas.Entries) == 0 {
		return say("there is none below /components/schemas")
	}
	var names []string
	for i := range f.Schemas.Entries {
		if i == most {
			names = append(names, "…")
			break
		}
		names = append(names, "/components/schemas/"+importer.Escape(f.Schemas.Entries[i].Key.String()))
	}
	return say("there are " + strings.Join(names, ", "))
}

// noKind names the kinds that were probably meant, or a few of those that there
// are.
func noKind(f *importer.NoKind) []diag.Repair {
	return didYouMean(f.Name, f.Known)
}

func noVersion(f *importer.NoVersion) []diag.Repair {
	if len(f.Known) == 0 {
		return nil
	}
	return say("there are " + strings.Join(f.Known, ", "))
}
