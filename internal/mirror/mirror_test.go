package mirror_test

import (
	"reflect"
	"strconv"
	"testing"

	"ytt/internal/mirror"
)

type name string

type count int64

type inner struct {
	A int
	B []string
}

type otherInner struct {
	B []string
	A int
}

type from struct {
	Text    name
	N       count
	List    []inner
	None    []inner
	Pointer *inner
	Nil     *inner
	Map     map[string]int
	Kind    int
	Number  int
	Numbers []int
	Some    []*int
	Hidden  struct{ x int }
	Only    string
	Bad     []string
	Worse   *string
	hidden  int
}

type to struct {
	Text    string
	N       int64
	List    []otherInner
	None    []otherInner
	Pointer *otherInner
	Nil     *otherInner
	Map     map[string]int
	Kind    string
	Number  string
	Numbers []string
	Some    []*string
	Hidden  struct{ x int }
	Mine    string
	Bad     []int
	Worse   *int
	hidden  int
}

// TestCopy copies fields of all kinds, some of which cannot be.
func TestCopy(t *testing.T) {
	text, number, eight := "text", 4, "8"
	f := from{Text: "a", N: 7, List: []inner{{1, []string{"x"}}, {2, nil}}, Pointer: &inner{A: 3},
		Map: map[string]int{"k": 1}, Kind: 5, Number: 12, Numbers: []int{1, 2}, Some: []*int{&number},
		Only: "only", Bad: []string{"1"}, Worse: &text, hidden: 9}
	var c mirror.Copier
	c.Add(func(n int) string { return strconv.Itoa(n * 2) })
	got := to{Mine: "mine", None: []otherInner{{A: 8}}, Bad: []int{4}, hidden: 2}
	c.Copy(&got, f)
	want := to{Text: "a", N: 7, List: []otherInner{{[]string{"x"}, 1}, {nil, 2}}, None: []otherInner{{A: 8}},
		Pointer: &otherInner{A: 3}, Map: f.Map, Kind: "10", Number: "24", Numbers: []string{"2", "4"},
		Some: []*string{&eight}, Mine: "mine", Bad: []int{4}, hidden: 2}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if got.Pointer == nil || len(got.List) != 2 {
		t.Fatal("no list, or no pointer")
	}
	got.List[0].A = 100
	if f.List[0].A != 1 {
		t.Error("a changed copy changes what it was made of")
	}
}

// TestCopySeveral copies from several structs, the last of which wins, and from
// pointers.
func TestCopySeveral(t *testing.T) {
	type ab struct{ A, B int }
	type bc struct{ B, C int }
	type abc struct{ A, B, C int }
	var c mirror.Copier
	var got abc
	c.Copy(&got, ab{1, 2}, &bc{3, 4})
	if want := (abc{1, 3, 4}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestUnder puts options over others.
func TestUnder(t *testing.T) {
	type below struct {
		Strict bool
		Name   string
	}
	type options struct {
		List   []string
		On     bool
		N      int
		Name   string
		Inner  below
		Ptr    *int
		hidden int
	}
	one, two := 1, 2
	for _, c := range []struct{ top, below, want options }{
		{options{}, options{}, options{}},
		{options{List: []string{"b"}}, options{List: []string{"a"}}, options{List: []string{"a", "b"}}},
		{options{List: []string{"b"}}, options{}, options{List: []string{"b"}}},
		{options{}, options{List: []string{"a"}}, options{List: []string{"a"}}},
		{options{On: true}, options{}, options{On: true}},
		{options{}, options{On: true}, options{On: true}},
		{options{N: 1, Name: "x"}, options{N: 2, Name: "y"}, options{N: 1, Name: "x"}},
		{options{N: 1}, options{Name: "y"}, options{N: 1, Name: "y"}},
		{options{Inner: below{Name: "x"}}, options{Inner: below{true, "y"}}, options{Inner: below{true, "x"}}},
		{options{Ptr: &one}, options{Ptr: &two}, options{Ptr: &one}},
		{options{}, options{Ptr: &two}, options{Ptr: &two}},
		{options{hidden: 1}, options{hidden: 2}, options{hidden: 1}},
	} {
		got := c.top
		mirror.Under(&got, c.below)
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%+v over %+v: %+v, want %+v", c.top, c.below, got, c.want)
		}
	}
	shared := make([]string, 1, 10)
	first, second := options{List: []string{"x"}}, options{List: []string{"y"}}
	mirror.Under(&first, options{List: shared})
	mirror.Under(&second, &options{List: shared})
	if first.List[1] != "x" || second.List[1] != "y" {
		t.Errorf("lists share their room: %v, %v", first.List, second.List)
	}
}

// TestCopyEmbedded copies fields into an embedded struct and out of it.
func TestCopyEmbedded(t *testing.T) {
	type Part struct {
		A int
		B []string
	}
	type whole struct {
		C int
		Part
	}
	type flat struct {
		A, C int
		B    []string
	}
	var c mirror.Copier
	in := flat{A: 1, B: []string{"b"}, C: 3}
	var w whole
	if c.Copy(&w, in); !reflect.DeepEqual(w, whole{3, Part{1, []string{"b"}}}) {
		t.Errorf("got %+v", w)
	}
	var out flat
	if c.Copy(&out, w); !reflect.DeepEqual(out, in) {
		t.Errorf("got %+v", out)
	}
	var p Part
	if c.Copy(&p, w); !reflect.DeepEqual(p, w.Part) {
		t.Errorf("got %+v", p)
	}
}

// TestCopyNothing leaves slices and pointers as they are whose elements cannot
// be copied.
func TestCopyNothing(t *testing.T) {
	var c mirror.Copier
	n := 7
	to := struct {
		List []int
		Of   *int
		Deep [][]int
	}{[]int{1}, &n, [][]int{{2}}}
	text := "x"
	c.Copy(&to, struct {
		List []string
		Of   *string
		Deep [][]string
	}{[]string{"a"}, &text, [][]string{{"b"}}})
	if len(to.List) != 1 || to.List[0] != 1 || to.Of != &n || len(to.Deep) != 1 || to.Deep[0][0] != 2 {
		t.Errorf("%+v", to)
	}
}
