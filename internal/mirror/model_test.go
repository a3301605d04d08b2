package mirror_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"ytt/internal/mirror"
)

// kinds are types of fields; those of a row are alike.
var kinds = [][]reflect.Type{
	{reflect.TypeFor[int](), reflect.TypeFor[int64](), reflect.TypeFor[count]()},
	{reflect.TypeFor[string](), reflect.TypeFor[name]()},
	{reflect.TypeFor[bool]()},
	{reflect.TypeFor[map[string]int]()},
	{reflect.TypeFor[map[string]bool]()},
	{reflect.TypeFor[[2]int]()},
	{reflect.TypeFor[[2]bool]()},
}

// randomType returns a type, and one that is alike or not.
func randomType(r *rand.Rand, depth int) (a, b reflect.Type) {
	switch n := r.IntN(6); {
	case n == 0 && depth > 0:
		a, b = randomType(r, depth-1)
		return reflect.SliceOf(a), reflect.SliceOf(b)
	case n == 1 && depth > 0:
		a, b = randomType(r, depth-1)
		return reflect.PointerTo(a), reflect.PointerTo(b)
	case n == 2 && depth > 0:
		return randomStructs(r, depth-1)
	case n == 3: // not alike
		x, y := r.IntN(len(kinds)), r.IntN(len(kinds))
		return kinds[x][0], kinds[y][0]
	}
	row := kinds[r.IntN(len(kinds))]
	return row[r.IntN(len(row))], row[r.IntN(len(row))]
}

// randomStructs returns two structs, whose fields are in other orders, and
// partly missing.
func randomStructs(r *rand.Rand, depth int) (a, b reflect.Type) {
	var left, right []reflect.StructField
	for i := range 1 + r.IntN(5) {
		x, y := randomType(r, depth)
		field := reflect.StructField{Name: fmt.Sprintf("F%d", i)}
		if field.Type = x; r.IntN(6) > 0 {
			left = append(left, field)
		}
		if field.Type = y; r.IntN(6) > 0 {
			right = append(right, field)
		}
	}
	r.Shuffle(len(right), func(i, j int) { right[i], right[j] = right[j], right[i] })
	return reflect.StructOf(left), reflect.StructOf(right)
}

// fillRandomly gives a value some content.
func fillRandomly(r *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(r.IntN(3)))
	case reflect.String:
		v.SetString([]string{"", "x", "y"}[r.IntN(3)])
	case reflect.Bool:
		v.SetBool(r.IntN(2) == 0)
	case reflect.Array:
		fillRandomly(r, v.Index(r.IntN(v.Len())))
	case reflect.Map:
		if r.IntN(2) == 0 {
			element := reflect.New(v.Type().Elem()).Elem()
			fillRandomly(r, element)
			v.Set(reflect.MakeMap(v.Type()))
			v.SetMapIndex(reflect.ValueOf("k"), element)
		}
	case reflect.Slice:
		if r.IntN(3) > 0 {
			v.Set(reflect.MakeSlice(v.Type(), r.IntN(3), 8))
		}
		for i := range v.Len() {
			fillRandomly(r, v.Index(i))
		}
	case reflect.Pointer:
		if r.IntN(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fillRandomly(r, v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fillRandomly(r, v.Field(i))
		}
	}
}

// plain is a value as data: maps, lists and scalars; pointers are lists of one.
// Nil slices and pointers are nil.
func plain(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Int, reflect.Int64:
		return v.Int()
	case reflect.String:
		return v.String()
	case reflect.Slice:
		if v.IsNil() {
			return nil
		}
		all := []any{}
		for i := range v.Len() {
			all = append(all, plain(v.Index(i)))
		}
		return all
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return &[]any{plain(v.Elem())}
	case reflect.Struct:
		all := map[string]any{}
		for i := range v.NumField() {
			all[v.Type().Field(i).Name] = plain(v.Field(i))
		}
		return all
	}
	return v.Interface()
}

// copied is what the data of a value becomes when another one is copied over
// it, and whether it can be. Those of the same type are taken as they are, nil
// changes nothing, and what cannot be copied in a struct stays.
func copied(toType, fromType reflect.Type, to, from any) (any, bool) {
	inside := func(item any) (any, bool) {
		return copied(toType.Elem(), fromType.Elem(), plain(reflect.Zero(toType.Elem())), item)
	}
	switch kind := toType.Kind(); {
	case toType == fromType:
		return from, true
	case kind != fromType.Kind():
		return to, false
	case from == nil && kind != reflect.Map:
		return to, true
	case kind == reflect.Struct:
		all := map[string]any{}
		for i := range toType.NumField() {
			field := toType.Field(i)
			all[field.Name] = to.(map[string]any)[field.Name]
			if other, ok := fromType.FieldByName(field.Name); ok {
				all[field.Name], _ = copied(field.Type, other.Type, all[field.Name], from.(map[string]any)[field.Name])
			}
		}
		return all, true
	case kind == reflect.Slice:
		all := []any{}
		for _, item := range from.([]any) {
			one, ok := inside(item)
			if !ok {
				return to, false
			}
			all = append(all, one)
		}
		return all, true
	case kind == reflect.Pointer:
		one, ok := inside((*from.(*[]any))[0])
		if !ok {
			return to, false
		}
		return &[]any{one}, true
	case kind == reflect.Map || kind == reflect.Array:
		return to, false
	}
	return from, true
}

// TestCopyModel copies random values of random types, and compares the result
// with what a plain model of data says.
func TestCopyModel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 4000 {
		toType, fromType := randomStructs(r, 3)
		to, from := reflect.New(toType), reflect.New(fromType)
		fillRandomly(r, to.Elem())
		fillRandomly(r, from.Elem())
		before := plain(from.Elem())
		want, _ := copied(toType, fromType, plain(to.Elem()), before)
		old := fmt.Sprintf("%+v", to.Elem())
		var c mirror.Copier
		c.Copy(to.Interface(), from.Interface())
		if got := plain(to.Elem()); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v copied to %v\n%+v over %s:\n%+v, want\n%+v", fromType, toType, from.Elem(), old, got, want)
		}
		if !reflect.DeepEqual(plain(from.Elem()), before) {
			t.Fatalf("%+v has changed", from.Elem())
		}
	}
}

// over is what Under does, for data.
func over(top, below reflect.Value) any {
	switch top.Kind() {
	case reflect.Struct:
		all := map[string]any{}
		for i := range top.NumField() {
			all[top.Type().Field(i).Name] = over(top.Field(i), below.Field(i))
		}
		return all
	case reflect.Slice:
		if top.Len()+below.Len() == 0 {
			return plain(top)
		}
		all := []any{}
		for _, v := range []reflect.Value{below, top} {
			for i := range v.Len() {
				all = append(all, plain(v.Index(i)))
			}
		}
		return all
	}
	if top.IsZero() {
		return plain(below)
	}
	return plain(top)
}

// TestUnderModel does the same for options over others.
func TestUnderModel(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		of, _ := randomStructs(r, 3)
		top, below := reflect.New(of), reflect.New(of)
		fillRandomly(r, top.Elem())
		fillRandomly(r, below.Elem())
		want, before := over(top.Elem(), below.Elem()), plain(below.Elem())
		mirror.Under(top.Interface(), below.Interface())
		if got := plain(top.Elem()); !reflect.DeepEqual(got, want) {
			t.Fatalf("%v: %+v, want %+v", of, got, want)
		}
		if !reflect.DeepEqual(plain(below.Elem()), before) {
			t.Fatalf("%+v has changed", below.Elem())
		}
	}
}
