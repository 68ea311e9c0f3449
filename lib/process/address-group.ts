import ipaddr from 'ipaddr.js';

/** Stands for every text that names no address: `unknown`, `_hidden`, a host name. */
export const noAddress = 'unknown';

/**
 * The address of a connection or of an entry of `X-Forwarded-For`, in its one plain spelling. Proxies write it as RFC 7239 has it: with a
 * port, in brackets, in quotes, with a zone. An IPv4-mapped IPv6 address is the IPv4 address.
 * @returns `noAddress` for what is none
 */
export function plainAddress(text: string): string {
  const unquoted = text.trim().replace(/^"(.*)"$/, '$1').trim();
  const inBrackets = /^\[([^\]]+)\](?::[\w.-]*)?$/.exec(unquoted)?.[1];
  const host = inBrackets ?? unquoted.replace(/^([\d.]+):[\w.-]*$/, '$1');
  const address = host.replace(/%.*$/, '');
  // Not `ipaddr.isValid`, which takes a bare number for an address.
  if (!ipaddr.IPv4.isValidFourPartDecimal(address) && !ipaddr.IPv6.isValid(address)) return noAddress;
  return ipaddr.process(address).toString();
}

/**
 * What counts as one address for limits: an IPv4 address, or the /64 of an IPv6 address, which one household or phone has. Every spelling of
 * an address gives the same group; all texts that are no address share one, since whoever may write them could write another each time.
 */
export function addressGroup(address: string): string {
  const plain = plainAddress(address);
  if (plain === noAddress || !plain.includes(':')) return plain;
  return `${ipaddr.IPv6.parse(plain).parts.slice(0, 4).map((part) => part.toString(16)).join(':')}::/64`;
}
