// Package deflate packs texts with gzip as small as that allows: it searches for
// the cheapest way to write them, which takes seconds.
package deflate

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"math"
)

const (
	window    = 1 << 15
	shortest  = 3
	longest   = 258
	maxLooks  = 1500 // candidates for matches at a place
	rounds    = 12   // of the search in a block
	step      = 256  // tokens between the places where blocks may end
	endSymbol = 256
	literals  = 286
	distances = 30
)

// token is a byte, or a copy of length bytes from dist bytes before.
type token struct {
	length, dist uint16 // dist is 0 for a byte, which is in length
}

// match is the nearest copy that is that long.
type match struct{ length, dist uint16 }

// Gzip packs a text.
func Gzip(text []byte) []byte {
	var w bitWriter
	w.out.Write([]byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255})
	e := encoder{text: text, matches: matchesIn(text)}
	tokens := e.best(0, len(text), e.parse(0, len(text), firstCosts()))
	ends := e.blocks(tokens)
	from, at := 0, 0
	for i, end := range ends {
		size := 0
		for _, t := range tokens[from:end] {
			size += t.size()
		}
		e.write(&w, e.best(at, at+size, tokens[from:end]), i == len(ends)-1)
		from, at = end, at+size
	}
	w.flush()
	var tail [8]byte
	binary.LittleEndian.PutUint32(tail[:], crc32.ChecksumIEEE(text))
	binary.LittleEndian.PutUint32(tail[4:], uint32(len(text)))
	w.out.Write(tail[:])
	return w.out.Bytes()
}

func (t token) size() int {
	if t.dist == 0 {
		return 1
	}
	return int(t.length)
}

// matchesIn finds, for each place of a text, the nearest copy of each length.
func matchesIn(text []byte) [][]match {
	all := make([][]match, len(text))
	last := map[[shortest]byte]int{}
	before := make([]int, len(text))
	for i := 0; i+shortest <= len(text); i++ {
		key := [shortest]byte(text[i:])
		at, found := last[key]
		if !found {
			at = -1
		}
		last[key], before[i] = i, at
		best := shortest - 1
		for looks := 0; at >= 0 && i-at <= window && looks < maxLooks && best < longest; looks++ {
			if n := common(text[at:], text[i:]); n > best {
				best = n
				all[i] = append(all[i], match{uint16(n), uint16(i - at)})
			}
			at = before[at]
		}
	}
	return all
}

// common is how many bytes two texts have in common at their starts.
func common(a, b []byte) int {
	n := 0
	for n < len(b) && n < longest && a[n] == b[n] {
		n++
	}
	return n
}

// encoder looks for the cheapest tokens for a text.
type encoder struct {
	text    []byte
	matches [][]match
}

// costs are the bits of literals, lengths and distances.
type costs struct {
	literal [literals]float64
	length  [longest + 1]float64
	dist    [distances]float64
}

func firstCosts() *costs {
	c := &costs{}
	for i := range c.literal {
		c.literal[i] = 8
	}
	for i := range c.length {
		c.length[i] = 7
	}
	for i := range c.dist {
		c.dist[i] = 5 + float64(extraOfDist(i))
	}
	return c
}

// parse returns the cheapest tokens for a part of the text.
func (e *encoder) parse(from, to int, c *costs) []token {
	n := to - from
	cost := make([]float64, n+1)
	how := make([]token, n+1)
	for i := 1; i <= n; i++ {
		cost[i] = math.Inf(1)
	}
	for i := range n {
		b := e.text[from+i]
		if x := cost[i] + c.literal[b]; x < cost[i+1] {
			cost[i+1], how[i+1] = x, token{uint16(b), 0}
		}
		length := shortest
		for _, m := range e.matches[from+i] {
			base := cost[i] + c.dist[symbolOfDist(int(m.dist))]
			for ; length <= int(m.length) && i+length <= n; length++ {
				if x := base + c.length[length]; x < cost[i+length] {
					cost[i+length], how[i+length] = x, token{uint16(length), m.dist}
				}
			}
		}
	}
	var back []token
	for i := n; i > 0; i -= how[i].size() {
		back = append(back, how[i])
	}
	for i, k := 0, len(back)-1; i < k; i, k = i+1, k-1 {
		back[i], back[k] = back[k], back[i]
	}
	return back
}

// best improves tokens of a part of the text: they tell what symbols cost, which
// tells better tokens.
func (e *encoder) best(from, to int, tokens []token) []token {
	best, bits := tokens, planOf(tokens).bits
	for range rounds {
		tokens = e.parse(from, to, costsOf(tokens))
		if b := planOf(tokens).bits; b < bits {
			best, bits = tokens, b
		}
	}
	return best
}

// costsOf are what symbols cost that are as frequent as in tokens.
func costsOf(tokens []token) *costs {
	lit, dist := count(tokens)
	c := &costs{}
	var length [literals]float64
	for i, bits := range entropy(lit[:]) {
		c.literal[i], length[i] = bits, bits
	}
	for n := shortest; n <= longest; n++ {
		s, extra, _ := symbolOfLength(n)
		c.length[n] = length[s] + float64(extra)
	}
	for i, bits := range entropy(dist[:]) {
		c.dist[i] = bits + float64(extraOfDist(i))
	}
	return c
}

// entropy returns the bits of symbols by how often they are used.
func entropy(counts []int) []float64 {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	bits := make([]float64, len(counts))
	for i, n := range counts {
		bits[i] = math.Log2(float64(sum+1) / max(float64(n), 0.5))
	}
	return bits
}

func count(tokens []token) (lit [literals]int, dist [distances]int) {
	for _, t := range tokens {
		if t.dist == 0 {
			lit[t.length]++
			continue
		}
		s, _, _ := symbolOfLength(int(t.length))
		lit[s]++
		dist[symbolOfDist(int(t.dist))]++
	}
	lit[endSymbol]++
	return lit, dist
}

// blocks returns where blocks of tokens end: where two are smaller than one.
func (e *encoder) blocks(tokens []token) (ends []int) {
	var split func(from, to, whole int)
	split = func(from, to, whole int) {
		at, first, second := 0, 0, 0
		for m := from + step; m < to; m += step {
			a, b := planOf(tokens[from:m]).bits, planOf(tokens[m:to]).bits
			if a+b < whole && (at == 0 || a+b < first+second) {
				at, first, second = m, a, b
			}
		}
		if at == 0 {
			ends = append(ends, to)
			return
		}
		split(from, at, first)
		split(at, to, second)
	}
	split(0, len(tokens), planOf(tokens).bits)
	return ends
}

// write writes a block.
func (e *encoder) write(w *bitWriter, tokens []token, last bool) {
	final := uint(0)
	if last {
		final = 1
	}
	w.bits(final, 1)
	w.bits(2, 2)
	p := planOf(tokens)
	p.writeHeader(w)
	lit, dist := codesOf(p.lit), codesOf(p.dist)
	for _, t := range tokens {
		if t.dist == 0 {
			w.bits(lit[t.length], p.lit[t.length])
			continue
		}
		s, extra, rest := symbolOfLength(int(t.length))
		w.bits(lit[s], p.lit[s])
		w.bits(uint(rest), extra)
		d := symbolOfDist(int(t.dist))
		w.bits(dist[d], p.dist[d])
		w.bits(uint(int(t.dist)-firstOfDist(d)), extraOfDist(d))
	}
	w.bits(lit[endSymbol], p.lit[endSymbol])
}

// bitWriter writes bits, the lowest first.
type bitWriter struct {
	out   bytes.Buffer
	held  uint64
	count int
}

func (w *bitWriter) bits(value uint, n int) {
	w.held |= uint64(value) << w.count
	for w.count += n; w.count >= 8; w.count -= 8 {
		w.out.WriteByte(byte(w.held))
		w.held >>= 8
	}
}

func (w *bitWriter) flush() {
	if w.count > 0 {
		w.bits(0, 8-w.count)
	}
}
