//go:build !js

package pulse

func yield() {}
