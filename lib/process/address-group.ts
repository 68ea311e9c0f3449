import ipaddr from 'ipaddr.js';

/**
 * What counts as one address for limits: an IPv4 address, or the /64 of an IPv6 address, which one household or phone has. Every spelling of
 * an address gives the same group, and an IPv4-mapped IPv6 address is the IPv4 address. Other texts stay as they are.
 */
export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${parsed.parts.slice(0, 4).map((part) => part.toString(16)).join(':')}::/64`;
}
