// Package systemtest has no code: the packages below it test the program as a
// whole, by theme, beside the tests of its packages. Each takes less than a
// minute of one core.
package systemtest
