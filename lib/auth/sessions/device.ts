import { truncate } from '@/lib/truncate';

/** Where a session was opened from: shown in the list of devices, and the key of limits by address. */
export interface Device { userAgent: string; address: string }

/** `x-client-address` is set by the HTTP server, which trusts `X-Forwarded-For` only from TRUSTED_PROXIES hops. */
export const deviceOf = (headers: Headers): Device => ({
  userAgent: truncate(headers.get('user-agent') ?? '', 300),
  address: headers.get('x-client-address') ?? 'unknown',
});

const browsers: Array<[RegExp, string]> = [[/Edg\//, 'Edge'], [/OPR\//, 'Opera'], [/SamsungBrowser/, 'Samsung Internet'], [/Firefox\//, 'Firefox'], [/Chrome\//, 'Chrome'], [/Safari\//, 'Safari']];
const systems: Array<[RegExp, string]> = [[/iPhone|iPad/, 'iOS'], [/Android/, 'Android'], [/Windows/, 'Windows'], [/Mac OS/, 'macOS'], [/Linux/, 'Linux']];

const nameIn = (names: Array<[RegExp, string]>, text: string) => names.find(([pattern]) => pattern.test(text))?.[1];

/** `Chrome · Android`; for a program the first part of its user agent; null without one. */
export function deviceName(userAgent: string): string | null {
  const parts = [nameIn(browsers, userAgent), nameIn(systems, userAgent)].filter(Boolean);
  return parts.length > 0 ? parts.join(' · ') : truncate(userAgent.split('/')[0] ?? '', 40) || null;
}
