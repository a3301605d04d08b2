package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ytt/internal/diag"
)

// Replace replaces the text of an existing file. It writes a temporary file and renames it, so that a failure leaves the old text. The
// permissions are kept. A symbolic link is kept, too: its target is replaced.
func Replace(name string, data []byte) *diag.Diagnostic {
	if err := replace(name, data); err != nil {
		return &diag.Diagnostic{
			Code:    diag.UnwritableOutput,
			Context: []string{fmt.Sprintf("Writing file '%s'", name)},
			Message: err.Error(),
		}
	}
	return nil
}

func replace(name string, data []byte) error {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	info, err := os.Stat(real)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("not a regular file")
	}
	dir, base := filepath.Split(real)
	root, err := os.OpenRoot(filepath.Clean(dir + "."))
	if err != nil {
		return err
	}
	defer root.Close()
	temp := temporary(base)
	if err = writeFile(root, temp, data, info.Mode().Perm()); err == nil {
		err = root.Rename(temp, base)
	}
	if err != nil {
		_ = root.Remove(temp) // it need not exist
	}
	return err
}
