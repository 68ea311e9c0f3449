import { z } from 'zod';

export type MethodName = 'card' | 'wallet' | 'kiosk';

export interface Integration {
  id: number;
  name: MethodName;
  gateway: 'MIGS' | 'UIG' | 'CAGG';
  currency: string;
  live: boolean;
  /** Authorise and capture separately: an approval only reserves the money, and `capture` takes it. */
  authOnly: boolean;
  processedUrl: string | null;
  responseUrl: string | null;
}

export interface MockConfig {
  port: number;
  secretKey: string;
  publicKey: string;
  apiKey: string;
  hmacSecret: string;
  controlToken: string;
  merchantName: string;
  integrations: Integration[];
  owner: number;
  profile: number;
  /** `docs` enforces every published rule; `lenient` accepts what most accounts may send. */
  strict: 'docs' | 'lenient';
  clock: 'real' | 'manual';
  seed: number;
  retryMs: number[];
  attemptTimeoutMs: number;
  callbackHosts: string[];
  stateFile: string | null;
}

export type PaymobMockOptions = Partial<MockConfig> & {
  siteUrl?: string | undefined;
};

const environment = z.object({
  MOCK_PORT: z.coerce.number().int().min(0).max(65535).default(12111),
  MOCK_SECRET_KEY: z.string().default('egy_sk_test_mock'),
  MOCK_PUBLIC_KEY: z.string().default('egy_pk_test_mock'),
  MOCK_API_KEY: z.string().default('mock_api_key'),
  MOCK_HMAC_SECRET: z.string().default('mock_hmac_secret_0123456789ABCDEF'),
  MOCK_CONTROL_TOKEN: z.string().default('mock'),
  MOCK_MERCHANT: z.string().default('Midan'),
  MOCK_STRICT: z.enum(['docs', 'lenient']).default('docs'),
  MOCK_CLOCK: z.enum(['real', 'manual']).default('real'),
  MOCK_SEED: z.coerce.number().int().default(1),
  MOCK_RETRY_MS: z.string().default('0,5000,30000,120000'),
  MOCK_CALLBACK_HOSTS: z.string().default('localhost,127.0.0.1,[::1]'),
  MOCK_SITE_URL: z.url().optional(),
  MOCK_STATE_FILE: z.string().optional(),
});

const createIntegration = (
  id: number,
  name: MethodName,
  gateway: Integration['gateway'],
  site?: string,
  authOnly = false,
): Integration => ({
  id,
  name,
  gateway,
  authOnly,
  currency: 'EGP',
  live: false,
  processedUrl: site ? `${site}/api/payment/callback` : null,
  responseUrl: site ? `${site}/api/payment/return` : null,
});

function createIntegrations(siteUrl?: string): Integration[] {
  const site = siteUrl?.replace(/\/$/, '');
  return [
    createIntegration(1001, 'card', 'MIGS', site),
    createIntegration(1002, 'wallet', 'UIG', site),
    createIntegration(1003, 'kiosk', 'CAGG', site),
    createIntegration(1004, 'card', 'MIGS', site, true),
  ];
}

/** Options override the environment, which overrides the defaults. */
export function readConfig(options: PaymobMockOptions, env: Record<string, string | undefined>): MockConfig {
  const e = environment.parse(env);
  const { siteUrl = e.MOCK_SITE_URL, ...given } = options;
  return {
    port: e.MOCK_PORT,
    secretKey: e.MOCK_SECRET_KEY,
    publicKey: e.MOCK_PUBLIC_KEY,
    apiKey: e.MOCK_API_KEY,
    hmacSecret: e.MOCK_HMAC_SECRET,
    controlToken: e.MOCK_CONTROL_TOKEN,
    merchantName: e.MOCK_MERCHANT,
    integrations: createIntegrations(siteUrl),
    owner: 500001,
    profile: 400001,
    strict: e.MOCK_STRICT,
    clock: e.MOCK_CLOCK,
    seed: e.MOCK_SEED,
    retryMs: e.MOCK_RETRY_MS.split(',').map(Number),
    attemptTimeoutMs: 10_000,
    callbackHosts: e.MOCK_CALLBACK_HOSTS.split(','),
    stateFile: e.MOCK_STATE_FILE ?? null,
    ...given,
  };
}

export const isAllowedUrl = (config: MockConfig, url: string): boolean =>
  URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) && config.callbackHosts.includes(new URL(url).hostname);
