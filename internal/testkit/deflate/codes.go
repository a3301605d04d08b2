package deflate

import "slices"

// This file has the codes of the format (RFC 1951): symbols of lengths and
// distances, and the lengths of the codes of a block.

// symbolOfLength returns the symbol of a length, the number of bits behind it, and
// these.
func symbolOfLength(length int) (symbol, extra, rest int) {
	if length == longest {
		return 285, 0, 0
	}
	n := length - shortest
	if n < 8 {
		return 257 + n, 0, 0
	}
	for n>>(extra+3) > 0 {
		extra++
	}
	return 257 + 4*extra + n>>extra, extra, n & (1<<extra - 1)
}

// symbolOfDist returns the symbol of a distance.
func symbolOfDist(dist int) int {
	n, extra := dist-1, 0
	for n>>(extra+2) > 0 {
		extra++
	}
	return 2*extra + n>>extra
}

// extraOfDist returns the number of bits behind the symbol of a distance.
func extraOfDist(symbol int) int { return max(0, symbol/2-1) }

// firstOfDist returns the first distance of a symbol.
func firstOfDist(symbol int) int {
	if symbol < 4 {
		return symbol + 1
	}
	return (2+symbol&1)<<extraOfDist(symbol) + 1
}

// plan is how a block is written.
type plan struct {
	lit, dist []int // the lengths of codes
	header    []runOfLengths
	codes     []int // the lengths of codes of the header
	used      int   // how many of them are written
	bits      int
}

// runOfLengths is a symbol of the header, with bits behind it.
type runOfLengths struct{ symbol, extra, rest int }

// headerOrder is the order of the codes of the header.
var headerOrder = [...]int{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

func planOf(tokens []token) *plan {
	lit, dist := count(tokens)
	p := &plan{lit: codeLengths(lit[:], 15), dist: codeLengths(dist[:], 15)}
	p.lit, p.dist = trimmed(p.lit, 257), trimmed(p.dist, 1)
	p.header = runs(slices.Concat(p.lit, p.dist))
	var counts [len(headerOrder)]int
	for _, r := range p.header {
		counts[r.symbol]++
		p.bits += r.extra
	}
	p.codes = codeLengths(counts[:], 7)
	for i, s := range headerOrder {
		if p.codes[s] > 0 {
			p.used = i + 1
		}
		p.bits += counts[s] * p.codes[s]
	}
	p.bits += 3 + 5 + 5 + 4 + 3*p.used
	for i, n := range p.lit {
		p.bits += lit[i] * n
	}
	for i, n := range p.dist {
		p.bits += dist[i] * (n + extraOfDist(i))
	}
	for _, t := range tokens {
		if t.dist > 0 {
			_, extra, _ := symbolOfLength(int(t.length))
			p.bits += extra
		}
	}
	return p
}

func trimmed(lengths []int, least int) []int {
	n := len(lengths)
	for n > least && lengths[n-1] == 0 {
		n--
	}
	return lengths[:n]
}

// runs writes lengths of codes with the symbols of the header.
func runs(lengths []int) (all []runOfLengths) {
	for i := 0; i < len(lengths); {
		n := i + 1
		for n < len(lengths) && lengths[n] == lengths[i] {
			n++
		}
		count := n - i
		if lengths[i] > 0 {
			all = append(all, runOfLengths{symbol: lengths[i]})
			for count--; count >= 3; {
				k := min(count, 6)
				all = append(all, runOfLengths{16, 2, k - 3})
				count -= k
			}
		}
		for count >= 3 {
			if k := min(count, 138); k > 10 {
				all = append(all, runOfLengths{18, 7, k - 11})
				count -= k
			} else {
				all = append(all, runOfLengths{17, 3, k - 3})
				count -= k
			}
		}
		for ; count > 0; count-- {
			all = append(all, runOfLengths{symbol: lengths[i]})
		}
		i = n
	}
	return all
}

func (p *plan) writeHeader(w *bitWriter) {
	w.bits(uint(len(p.lit)-257), 5)
	w.bits(uint(len(p.dist)-1), 5)
	w.bits(uint(p.used-4), 4)
	for _, s := range headerOrder[:p.used] {
		w.bits(uint(p.codes[s]), 3)
	}
	codes := codesOf(p.codes)
	for _, r := range p.header {
		w.bits(codes[r.symbol], p.codes[r.symbol])
		w.bits(uint(r.rest), r.extra)
	}
}

// codeLengths returns the lengths of the best codes that are not longer than most
// bits, by packages of symbols: at each length, the cheapest are joined in pairs.
func codeLengths(counts []int, most int) []int {
	type item struct {
		count   int
		symbols []int
	}
	var leaves []item
	for s, n := range counts {
		if n > 0 {
			leaves = append(leaves, item{n, []int{s}})
		}
	}
	lengths := make([]int, len(counts))
	for s := 0; len(leaves) < 2; s++ { // a code has two symbols
		if counts[s] == 0 {
			leaves = append(leaves, item{0, []int{s}})
		}
	}
	byCount := func(a, b item) int { return a.count - b.count }
	slices.SortStableFunc(leaves, byCount)
	all := leaves
	for range most - 1 {
		var joined []item
		for i := 0; i+1 < len(all); i += 2 {
			a, b := all[i], all[i+1]
			joined = append(joined, item{a.count + b.count, slices.Concat(a.symbols, b.symbols)})
		}
		all = slices.Concat(leaves, joined)
		slices.SortStableFunc(all, byCount)
	}
	for _, x := range all[:2*len(leaves)-2] {
		for _, s := range x.symbols {
			lengths[s]++
		}
	}
	return lengths
}

// codesOf returns the codes of symbols by their lengths, with the bits turned.
func codesOf(lengths []int) []uint {
	codes := make([]uint, len(lengths))
	next := uint(0)
	for n := 1; n <= 15; n++ {
		for s, length := range lengths {
			if length != n {
				continue
			}
			for i := range n {
				codes[s] |= next >> i & 1 << (n - 1 - i)
			}
			next++
		}
		next <<= 1
	}
	return codes
}
