import type { Environment } from './variables';
import type { MediaBucket } from '@/lib/s3';

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

const paymobHosts = /(^|\.)paymob(solutions)?\.com$/;
const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Payment is off without any PAYMOB_ key; with some but not all it is a problem (paymob.md section 11, mode guard). */
export function paymobConfig(env: Environment, onLocalhost: boolean, problems: string[]): PaymobConfig | null {
  const needed = ['PAYMOB_SECRET_KEY', 'PAYMOB_PUBLIC_KEY', 'PAYMOB_API_KEY', 'PAYMOB_HMAC_SECRET', 'PAYMOB_INTEGRATION_IDS'] as const;
  if (needed.every((name) => !env[name])) return null;
  const missing = needed.filter((name) => !env[name]);
  for (const name of missing) problems.push(`${name}: required when any PAYMOB_ key is set`);
  if (missing.length > 0) return null;
  const mode = env.PAYMOB_MODE ?? (onLocalhost ? 'test' : 'live');
  const baseUrl = env.PAYMOB_BASE_URL ?? 'https://accept.paymob.com';
  checkMode(env, mode, baseUrl, problems);
  const ids = env.PAYMOB_INTEGRATION_IDS!.split(',').map(Number);
  return {
    baseUrl: baseUrl.replace(/\/$/, ''),
    secretKey: env.PAYMOB_SECRET_KEY!, publicKey: env.PAYMOB_PUBLIC_KEY!, apiKey: env.PAYMOB_API_KEY!, hmacSecret: env.PAYMOB_HMAC_SECRET!,
    integrationIds: [ids[0]!, ids[1]!, ids[2]!], owner: env.PAYMOB_OWNER ?? null, mode,
  };
}

function checkMode(env: Environment, mode: 'test' | 'live', baseUrl: string, problems: string[]): void {
  const { hostname, protocol } = new URL(baseUrl);
  const atPaymob = paymobHosts.test(hostname) && protocol === 'https:';
  for (const name of ['PAYMOB_SECRET_KEY', 'PAYMOB_PUBLIC_KEY'] as const) {
    if (mode === 'live' && env[name]!.includes('_test_')) problems.push(`${name}: a test key, but PAYMOB_MODE is live`);
    if (mode === 'test' && env[name]!.includes('_live_')) problems.push(`${name}: a live key, but PAYMOB_MODE is test`);
  }
  if (mode === 'live' && !atPaymob) problems.push("PAYMOB_BASE_URL: live keys only go to Paymob's own hosts over https");
  if (mode === 'test' && !atPaymob && !loopback.test(hostname)) problems.push("PAYMOB_BASE_URL: must be loopback or one of Paymob's own hosts");
}

export function providerConfig(name: 'GOOGLE' | 'LINKEDIN', env: Environment, issuer: string, problems: string[]): ProviderConfig | null {
  const clientId = env[`${name}_CLIENT_ID`];
  const clientSecret = env[`${name}_CLIENT_SECRET`];
  if (!clientId && !clientSecret) return null;
  if (!clientId || !clientSecret) {
    problems.push(`${name}_${clientId ? 'CLIENT_SECRET' : 'CLIENT_ID'}: required when the other one is set`);
    return null;
  }
  const address = new URL(env[`${name}_ISSUER`] ?? issuer);
  if (address.protocol !== 'https:' && !loopback.test(address.hostname)) problems.push(`${name}_ISSUER: must be https (or loopback)`);
  return { clientId, clientSecret, issuer: address.href.replace(/\/$/, '') };
}

/** Lessons lie in `MEDIA_DIR` until a bucket is named; then address, key and secret belong together. */
export function bucketConfig(env: Environment, problems: string[]): MediaBucket | null {
  const needed = ['MEDIA_S3_URL', 'MEDIA_S3_KEY', 'MEDIA_S3_SECRET'] as const;
  if (needed.every((name) => !env[name])) return null;
  const missing = needed.filter((name) => !env[name]);
  for (const name of missing) problems.push(`${name}: required when any other MEDIA_S3_ variable is set`);
  if (missing.length > 0) return null;
  const { protocol, hostname, pathname, search, origin } = new URL(env.MEDIA_S3_URL!);
  if (protocol !== 'https:' && !loopback.test(hostname)) problems.push('MEDIA_S3_URL: must be https (or loopback)');
  if (search !== '') problems.push('MEDIA_S3_URL: must be endpoint and bucket, without a query');
  return { url: `${origin}${pathname.replace(/\/+$/, '')}`, key: env.MEDIA_S3_KEY!, secret: env.MEDIA_S3_SECRET!, region: env.MEDIA_S3_REGION };
}
