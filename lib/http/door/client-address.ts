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
