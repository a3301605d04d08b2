// Package face hands what is behind the types of package ytt to the other
// public packages of this module, so that programs do not see it.
package face

// Core is set by package ytt when it is initialized. Its methods have types of
// that package, so those who use them say which they need, as an interface.
var Core any
