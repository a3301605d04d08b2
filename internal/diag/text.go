package diag

// Text returns the conventional wording of the problems, without the "ytt: Error: " in front and without a final
// line break (spec 08 §2–§4, 04 §3 and §5.2).
func (l List) Text() string {
	if len(l) == 0 {
		return ""
	}
	return l[0].Message
}
