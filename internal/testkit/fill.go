package testkit

import "reflect"

// Fill gives every field of a struct a value that is not zero, for tests of
// what becomes of them. Functions, interfaces and pointers to structs with
// fields that are not exported have to be given.
func Fill(to any) { fill(reflect.ValueOf(to).Elem()) }

func fill(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				fill(v.Field(i))
			}
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		fill(v.Index(0))
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(7)
	case reflect.Uint8, reflect.Uint64:
		v.SetUint(1)
	case reflect.Func:
		v.Set(reflect.MakeFunc(v.Type(), nil))
	}
}

// Empty returns the paths of fields that are zero.
func Empty(of any) []string { return empty(reflect.Indirect(reflect.ValueOf(of)), "") }

func empty(v reflect.Value, at string) (all []string) {
	for i := range v.NumField() {
		field := v.Type().Field(i)
		switch {
		case !field.IsExported():
		case v.Field(i).IsZero():
			all = append(all, at+field.Name)
		case field.Type.Kind() == reflect.Struct:
			all = append(all, empty(v.Field(i), at+field.Name+".")...)
		}
	}
	return all
}
