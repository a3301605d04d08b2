// Package slab allocates many small values a few at a time.
package slab

// Slab hands out parts of bigger allocations, which grow with what was asked for before. The zero Slab is ready. What it hands
// out stays in memory for as long as any other part of the same allocation does.
type Slab[T any] struct {
	free []T
	last int // size of the last allocation, up to most
}

// most is the number of values that are allocated at once without being asked for.
const most = 256

// Reserve makes room for n values.
func (s *Slab[T]) Reserve(n int) {
	if n > len(s.free) {
		size := max(n, min(2*s.last, most))
		s.last = min(size, most)
		s.free = make([]T, size)
	}
}

// Take returns n zero values. Their capacity ends there, so that appending to them copies.
func (s *Slab[T]) Take(n int) []T {
	if n > len(s.free) && n >= most {
		return make([]T, n)
	}
	s.Reserve(n)
	taken := s.free[:n:n]
	s.free = s.free[n:]
	return taken
}

// New returns a zero value.
func (s *Slab[T]) New() *T {
	if len(s.free) == 0 {
		s.Reserve(1)
	}
	p := &s.free[0]
	s.free = s.free[1:]
	return p
}
