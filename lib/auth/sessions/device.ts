/** Where a session was opened from, for the list of devices; and whose address bucket a try belongs to. */
export interface Device { userAgent: string; address: string }

/** `x-client-address` comes from the front, which believes `X-Forwarded-For` only from TRUSTED_PROXIES hops. */
export const deviceOf = (headers: Headers): Device => ({
  userAgent: (headers.get('user-agent') ?? '').slice(0, 300),
  address: headers.get('x-client-address') ?? 'unknown',
});
