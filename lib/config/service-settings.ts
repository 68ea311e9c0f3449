import type { MediaBucket } from '@/lib/s3';
import type { Environment } from './variables';

/** The variables that are set, right or wrong. */
export type Given = Readonly<Record<string, string | undefined>>;

export interface PaymobConfig {
  baseUrl: string;
  secretKey: string;
  publicKey: string;
  apiKey: string;
  hmacSecret: string;
  /** card, wallet, kiosk */
  integrationIds: [number, number, number];
  owner: number | null;
  mode: 'test' | 'live';
}

export interface ProviderConfig { clientId: string; clientSecret: string; issuer: string }

export interface SellerConfig {
  taxNumber: string;
  name: string;
  address: { governorate: string; city: string; street: string; building: string };
  branchCode: string;
  activityCode: string;
  deviceSerial: string;
}

/** Tax receipts are off without a tax number, name or address; with some but not all it is a problem. */
export function sellerConfig(env: Environment, given: Given, problems: string[]): SellerConfig | null {
  const { SELLER_TAX_NUMBER: taxNumber, SELLER_NAME: name, SELLER_ADDRESS: address } = env;
  if (!taxNumber || !name || !address) {
    requireAll(given, ['SELLER_TAX_NUMBER', 'SELLER_NAME', 'SELLER_ADDRESS'], 'required when any of the seller’s number, name and address is set', problems);
    return null;
  }
  const [governorate = '', city = '', street = '', building = ''] = address.split(/[,،]/).map((part) => part.trim());
  return {
    taxNumber, name, address: { governorate, city, street, building },
    branchCode: env.SELLER_BRANCH_CODE, activityCode: env.SELLER_ACTIVITY_CODE, deviceSerial: env.SELLER_DEVICE_SERIAL,
  };
}

const paymobHosts = /(^|\.)paymob(solutions)?\.com$/;

export const isLoopback = (url: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** Payment is off without any key; with some but not all it is a problem. */
export function paymobConfig(env: Environment, given: Given, onLocalhost: boolean, problems: string[]): PaymobConfig | null {
  const { PAYMOB_SECRET_KEY: secretKey, PAYMOB_PUBLIC_KEY: publicKey, PAYMOB_API_KEY: apiKey, PAYMOB_HMAC_SECRET: hmacSecret, PAYMOB_INTEGRATION_IDS: ids } = env;
  const isOn = requireAll(given, ['PAYMOB_SECRET_KEY', 'PAYMOB_PUBLIC_KEY', 'PAYMOB_API_KEY', 'PAYMOB_HMAC_SECRET', 'PAYMOB_INTEGRATION_IDS'], 'required when any PAYMOB_ key is set', problems);
  if (!isOn) return null;
  const mode = env.PAYMOB_MODE ?? (onLocalhost ? 'test' : 'live');
  const baseUrl = (env.PAYMOB_BASE_URL ?? 'https://accept.paymob.com').replace(/\/$/, '');
  checkMode({ PAYMOB_SECRET_KEY: secretKey, PAYMOB_PUBLIC_KEY: publicKey }, mode, baseUrl, problems);
  if (!secretKey || !publicKey || !apiKey || !hmacSecret || !ids) return null;
  const [card = 0, wallet = 0, kiosk = 0] = ids.split(',').map(Number);
  return { baseUrl, secretKey, publicKey, apiKey, hmacSecret, integrationIds: [card, wallet, kiosk], owner: env.PAYMOB_OWNER, mode };
}

/** Keys are sent only to hosts of their mode, and live ones never to a test server. */
function checkMode(keys: Record<string, string | null>, mode: 'test' | 'live', baseUrl: string, problems: string[]): void {
  const { hostname, protocol } = new URL(baseUrl);
  const isPaymob = paymobHosts.test(hostname) && protocol === 'https:';
  for (const [name, key] of Object.entries(keys)) {
    if (mode === 'live' && key?.includes('_test_')) problems.push(`${name}: a test key, but PAYMOB_MODE is live`);
    if (mode === 'test' && key?.includes('_live_')) problems.push(`${name}: a live key, but PAYMOB_MODE is test`);
  }
  if (mode === 'live' && !isPaymob) problems.push("PAYMOB_BASE_URL: live keys only go to Paymob's own hosts over https");
  if (mode === 'test' && !isPaymob && !isLoopback(baseUrl)) problems.push("PAYMOB_BASE_URL: must be loopback or one of Paymob's own hosts");
}

export function providerConfig(name: 'GOOGLE' | 'LINKEDIN', env: Environment, given: Given, standardIssuer: string, problems: string[]): ProviderConfig | null {
  const { [`${name}_CLIENT_ID` as const]: clientId, [`${name}_CLIENT_SECRET` as const]: clientSecret } = env;
  if (!requireAll(given, [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`], 'required when the other one is set', problems)) return null;
  const issuer = new URL(env[`${name}_ISSUER`] ?? standardIssuer);
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.href)) problems.push(`${name}_ISSUER: must be https (or loopback)`);
  if (!clientId || !clientSecret) return null;
  return { clientId, clientSecret, issuer: issuer.href.replace(/\/$/, '') };
}

/** Lessons are in `MEDIA_DIR` until a bucket is named; then URL, key and secret belong together. */
export function bucketConfig(env: Environment, given: Given, problems: string[]): MediaBucket | null {
  const { MEDIA_S3_URL: url, MEDIA_S3_KEY: key, MEDIA_S3_SECRET: secret, MEDIA_S3_REGION: region } = env;
  requireAll(given, ['MEDIA_S3_URL', 'MEDIA_S3_KEY', 'MEDIA_S3_SECRET'], 'required when any other MEDIA_S3_ variable is set', problems);
  if (!url) return null;
  const { protocol, pathname, search, origin } = new URL(url);
  if (protocol !== 'https:' && !isLoopback(url)) problems.push('MEDIA_S3_URL: must be https (or loopback)');
  if (search !== '') problems.push('MEDIA_S3_URL: must be endpoint and bucket, without a query');
  if (!key || !secret) return null;
  return { url: `${origin}${pathname.replace(/\/+$/, '')}`, key, secret, region };
}

/**
 * All of these variables or none of them; a malformed one is set too, so that everything wrong in a group is reported in the same run.
 *
 * @returns whether any is set
 */
function requireAll(given: Given, names: ReadonlyArray<keyof Environment>, rule: string, problems: string[]): boolean {
  const missing = names.filter((name) => !given[name]);
  const isAnySet = missing.length < names.length;
  if (isAnySet) problems.push(...missing.map((name) => `${name}: ${rule}`));
  return isAnySet;
}
