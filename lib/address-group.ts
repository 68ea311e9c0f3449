import { isIP } from 'node:net';

/**
 * What counts as one address for limits: an IPv4 address, or the /64 of an IPv6 address, which one household or phone owns.
 * Every spelling of an address gives the same group, and an IPv4 address written as IPv6 is the IPv4 address.
 */
export function addressGroup(address: string): string {
  if (isIP(address) !== 6) return address;
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  const isIpv4 = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isIpv4) return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups.slice(0, 4).map((group) => group.toString(16)).join(':')}::/64`;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [plain = ''] = address.split('%');
  const [head = '', tail] = plain.replace(/[\d.]+$/, (text) => (isIP(text) === 4 ? hexOf(text) : text)).split('::');
  const left = numbersIn(head);
  const right = numbersIn(tail ?? '');
  return [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => 0), ...right];
}

const numbersIn = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));

function hexOf(ipv4: string): string {
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number);
  return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
}
