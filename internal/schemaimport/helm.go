package schemaimport

func (s *session) helm() *Result          { return nil }
func (s *session) values() *Result        { return nil }
func (n *node) addDefaults(d *document)   {}
func (d *document) hasHelmComments() bool { return false }
