package stdlib

import (
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"go.starlark.net/starlark"
)

func ipModule() Module {
	return Module{
		Name: "ip",
		Doc:  "IP addresses and networks.",
		Members: []Member{
			{Name: "parse_addr", Signature: "parse_addr(text)", Func: ipParseAddr,
				Doc: "Parses an IPv4 or IPv6 address. The result has the methods is_ipv4(), is_ipv6() and string()."},
			{Name: "parse_cidr", Signature: "parse_cidr(text)", Func: ipParseCIDR,
				Doc: "Parses an address with a prefix length, such as 192.0.2.1/24, to the address and its network. A network has the methods addr() and string()."},
		},
	}
}

func ipParseAddr(c Call) (starlark.Value, error) {
	var text string
	if err := c.Positional(&text); err != nil {
		return nil, err
	}
	addr, err := parseIP(text)
	if err != nil {
		return nil, fmt.Errorf("invalid IP address: %s", text)
	}
	return ipAddr(addr), nil
}

func ipParseCIDR(c Call) (starlark.Value, error) {
	var text string
	if err := c.Positional(&text); err != nil {
		return nil, err
	}
	addrText, bitsText, _ := strings.Cut(text, "/")
	addr, err := parseIP(addrText)
	bits, notNumber := strconv.ParseUint(bitsText, 10, 8)
	if err != nil || notNumber != nil || int(bits) > addr.BitLen() {
		return nil, fmt.Errorf("invalid CIDR address: %s", text)
	}
	network := netip.PrefixFrom(addr, int(bits)).Masked()
	if base := network.Addr(); base.Is4In6() {
		network = netip.PrefixFrom(base.Unmap(), int(bits)-addr.BitLen()+base.Unmap().BitLen())
	}
	return starlark.Tuple{ipAddr(addr), newObject("@ytt:ip.net", network.String(), method("addr", ipAddr(network.Addr())))}, nil
}

// parseIP parses an address without zone. (Package net would do, too. It would be the only use, and every start would pay for it.)
func parseIP(text string) (netip.Addr, error) {
	addr, err := netip.ParseAddr(text)
	if err == nil && addr.Zone() != "" {
		err = fmt.Errorf("%s has a zone", text)
	}
	return addr, err
}

// ipAddr wraps an address. An IPv6 address that stands for an IPv4 one is an IPv4 address.
func ipAddr(addr netip.Addr) *object {
	addr = addr.Unmap()
	v4 := addr.Is4()
	return newObject("@ytt:ip.addr", addr.String(), method("is_ipv4", starlark.Bool(v4)), method("is_ipv6", starlark.Bool(!v4)))
}
