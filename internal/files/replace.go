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

// MayReplace returns the reason why a file should not be given a new text; nil if it may. It is for those who change a person's
// files: what a symbolic link leads to, or what is read-only, is not to be changed in passing. A file that does not exist is none of
// its business.
func MayReplace(name string) *diag.Diagnostic {
	info, err := os.Lstat(name)
	reason := ""
	switch {
	case errors.Is(err, os.ErrNotExist):
	case err != nil:
		reason = err.Error()
	case info.Mode()&os.ModeSymlink != 0:
		reason = "it is a symbolic link; name the file that it leads to"
	case info.IsDir():
		reason = "it is a directory; name its files"
	case !info.Mode().IsRegular():
		reason = "it is not a regular file"
	case info.Mode().Perm()&0o200 == 0:
		reason = "it is read-only"
	default:
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		if err == nil {
			err = f.Close()
		}
		if err != nil {
			reason = err.Error()
		}
	}
	if reason == "" {
		return nil
	}
	return &diag.Diagnostic{
		Code: diag.UnwritableOutput, Context: []string{fmt.Sprintf("Writing file '%s'", name)}, Message: reason,
	}
}
