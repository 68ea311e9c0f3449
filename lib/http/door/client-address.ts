import { isIP } from 'node:net';

function plain(address: string): string {
  const text = address.trim();
  return text.startsWith('::ffff:') && isIP(text.slice(7)) === 4 ? text.slice(7) : text;
}

/**
 * The visitor's address: the socket's, or what the outermost of `hops` trusted proxies saw. Entries a visitor put
 * before that are never looked at.
 */
export function clientAddress(socketAddress: string | undefined, forwardedFor: string | undefined, hops: number): string {
  const peer = plain(socketAddress ?? '');
  if (hops <= 0 || forwardedFor === undefined) return peer;
  const seen = forwardedFor.split(',').map(plain).filter((entry) => isIP(entry) !== 0);
  return seen[Math.max(0, seen.length - hops)] ?? peer;
}

/** One household or phone in IPv6 owns a /64, so that is what counts as one address for limits. */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const all = [...left, ...Array.from({ length: zeros }, () => '0'), ...right];
  return `${all.slice(0, 4).join(':')}::/64`;
}
