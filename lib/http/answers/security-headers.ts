const PERMISSIONS = [
  'accelerometer=()', 'browsing-topics=()', 'camera=()', 'display-capture=()',
  'geolocation=()', 'gyroscope=()', 'magnetometer=()', 'microphone=()', 'midi=()', 'payment=()', 'usb=()',
].join(', ');

const TWO_YEARS_S = 63_072_000;

/** The one list of headers that every answer carries, whoever made it. */
export function securityHeaders(https: boolean): readonly (readonly [string, string])[] {
  const all: [string, string][] = [
    ['x-content-type-options', 'nosniff'],
    ['x-frame-options', 'DENY'],
    // Nearly every page carries a form, and an address may hold an e-mail or a code: other sites are told nothing (X06).
    ['referrer-policy', 'same-origin'],
    ['permissions-policy', PERMISSIONS],
    ['cross-origin-opener-policy', 'same-origin-allow-popups'],
    ['cross-origin-resource-policy', 'same-origin'],
  ];
  if (https) all.push(['strict-transport-security', `max-age=${TWO_YEARS_S}; includeSubDomains`]);
  return all;
}
