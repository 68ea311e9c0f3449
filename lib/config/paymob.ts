import { z } from 'zod';
import {
  documented,
  integerBetween,
  isLoopback,
  oneOf,
  optional,
  type RawEnvironment,
  requireAll,
  url,
} from './variable-rules';

export const paymobVariables = {
  PAYMOB_BASE_URL: documented(optional(url), {
    section: 'Payment, off until the keys are set',
    description: "base URL of Paymob's API",
    standard: '`https://accept.paymob.com`',
    example: 'https://accept.paymob.com',
  }),
  PAYMOB_SECRET_KEY: documented(optional(z.string()), {
    description:
      'secret key of the mode, `egy_sk_…`: Paymob dashboard, Settings, API keys; authorises payments and refunds',
  }),
  PAYMOB_PUBLIC_KEY: documented(optional(z.string()), {
    description: 'public key of the mode, `egy_pk_…`: same page; part of the address of the payment page',
  }),
  PAYMOB_API_KEY: documented(optional(z.string()), {
    description: 'API key, the same for both modes: same page; used to query transactions',
  }),
  PAYMOB_HMAC_SECRET: documented(optional(z.string()), {
    description: 'HMAC secret of the mode: Paymob dashboard, Settings; verifies callbacks',
  }),
  PAYMOB_INTEGRATION_IDS: documented(
    optional(
      z.string().regex(/^\s*\d+\s*(,\s*\d+\s*){2}$/, 'must be three numbers, comma-separated (card, wallet, kiosk)'),
    ),
    {
      description:
        'ids of the integrations for card, wallet and kiosk, comma-separated: Paymob dashboard, Payment Integrations',
      example: '1,2,3',
    },
  ),
  PAYMOB_OWNER: documented(optional(integerBetween(1, Number.MAX_SAFE_INTEGER)), {
    description: 'merchant id, compared with the `owner` of callbacks: Paymob dashboard, Settings, Account Info',
  }),
  PAYMOB_MODE: documented(optional(oneOf(['test', 'live'])), {
    description:
      "`test` or `live`; test keys are sent only to loopback or Paymob's own hosts, live keys only to Paymob's own hosts",
    standard: '`test` on localhost, else `live`',
    example: 'test',
  }),
};

export interface PaymobConfig {
  baseUrl: string;
  /** Address of the hosted payment page. The CSP allows forms to redirect to its origin. */
  pageUrl: string;
  secretKey: string;
  publicKey: string;
  apiKey: string;
  hmacSecret: string;
  /** card, wallet, kiosk */
  integrationIds: [number, number, number];
  owner: number | null;
  mode: 'test' | 'live';
}

const paymobHosts = /(^|\.)paymob(solutions)?\.com$/;

export function paymobConfig(
  env: z.infer<z.ZodObject<typeof paymobVariables>>,
  variables: RawEnvironment,
  isOnLocalhost: boolean,
  problems: string[],
): PaymobConfig | null {
  const {
    PAYMOB_SECRET_KEY: secretKey,
    PAYMOB_PUBLIC_KEY: publicKey,
    PAYMOB_API_KEY: apiKey,
    PAYMOB_HMAC_SECRET: hmacSecret,
    PAYMOB_INTEGRATION_IDS: ids,
  } = env;
  const isOn = requireAll(
    variables,
    ['PAYMOB_SECRET_KEY', 'PAYMOB_PUBLIC_KEY', 'PAYMOB_API_KEY', 'PAYMOB_HMAC_SECRET', 'PAYMOB_INTEGRATION_IDS'],
    'required when any PAYMOB_ key is set',
    problems,
  );
  if (!isOn) return null;
  const mode = env.PAYMOB_MODE ?? (isOnLocalhost ? 'test' : 'live');
  const baseUrl = (env.PAYMOB_BASE_URL ?? 'https://accept.paymob.com').replace(/\/$/, '');
  checkMode({ PAYMOB_SECRET_KEY: secretKey, PAYMOB_PUBLIC_KEY: publicKey }, mode, baseUrl, problems);
  if (!secretKey || !publicKey || !apiKey || !hmacSecret || !ids) return null;
  const [card = 0, wallet = 0, kiosk = 0] = ids.split(',').map(Number);
  return {
    baseUrl,
    pageUrl: baseUrl,
    secretKey,
    publicKey,
    apiKey,
    hmacSecret,
    integrationIds: [card, wallet, kiosk],
    owner: env.PAYMOB_OWNER,
    mode,
  };
}

/** Refuses live keys for a test server, and keys that belong to the other mode. */
function checkMode(
  keys: Record<string, string | null>,
  mode: 'test' | 'live',
  baseUrl: string,
  problems: string[],
): void {
  const { hostname, protocol } = new URL(baseUrl);
  const isPaymob = paymobHosts.test(hostname) && protocol === 'https:';
  for (const [name, key] of Object.entries(keys)) {
    if (mode === 'live' && key?.includes('_test_')) problems.push(`${name}: a test key, but PAYMOB_MODE is live`);
    if (mode === 'test' && key?.includes('_live_')) problems.push(`${name}: a live key, but PAYMOB_MODE is test`);
  }
  if (mode === 'live' && !isPaymob)
    problems.push("PAYMOB_BASE_URL: live keys only go to Paymob's own hosts over https");
  if (mode === 'test' && !isPaymob && !isLoopback(baseUrl))
    problems.push("PAYMOB_BASE_URL: must be loopback or one of Paymob's own hosts");
}
