import ipaddr from 'ipaddr.js';

const noAddress = 'unknown';

/** Proxies may add a port, brackets, quotes or a zone (RFC 7239). */
export function plainAddress(text: string): string {
  const unquoted = text
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .trim();
  const inBrackets = /^\[([^\]]+)\](?::[\w.-]*)?$/.exec(unquoted)?.[1];
  const host = inBrackets ?? unquoted.replace(/^([\d.]+):[\w.-]*$/, '$1');
  const address = host.replace(/%.*$/, '');
  // `ipaddr.isValid` would accept a bare number.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return noAddress;
  return ipaddr.process(address).toString();
}

/** Groups IPv6 by /64, the size of a household. Invalid addresses share one group, because a client could vary them. */
export function addressGroup(address: string): string {
  const plain = plainAddress(address);
  if (plain === noAddress || !plain.includes(':')) return plain;
  return `${ipaddr.IPv6.parse(plain)
    .parts.slice(0, 4)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
}
