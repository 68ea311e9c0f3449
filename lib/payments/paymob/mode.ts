/** Paymob's own hosts, one a country; test and live share them, the keys choose. */
const paymobHost = /(^|\.)paymob(solutions)?\.com$/;
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

export type PaymobMode = 'test' | 'live';
export interface ModeInput {
  readonly mode: PaymobMode;
  readonly baseUrl: string;
  readonly checkoutBaseUrl?: string | undefined;
  readonly secretKey: string;
  readonly publicKey: string;
}

/** Null for a key whose shape says nothing: the host decides alone then. */
function keyMode(key: string): PaymobMode | null {
  if (key.includes('_test_')) return 'test';
  return key.includes('_live_') ? 'live' : null;
}

function urlProblem(name: string, text: string, mode: PaymobMode): string | null {
  if (!URL.canParse(text)) return `${name} is not a URL`;
  const url = new URL(text);
  if (paymobHost.test(url.hostname)) return url.protocol === 'https:' ? null : `${name} must use https`;
  if (mode === 'live') return `${name} is not one of Paymob's hosts, which live mode requires`;
  return loopback.has(url.hostname) ? null : `${name} is neither loopback nor one of Paymob's hosts`;
}

/** Every reason why these keys and hosts must not be used together; empty when they may. */
export function modeProblems(input: ModeInput): string[] {
  const urls = [urlProblem('base URL', input.baseUrl, input.mode)];
  if (input.checkoutBaseUrl) urls.push(urlProblem('checkout URL', input.checkoutBaseUrl, input.mode));
  const keys = (['secretKey', 'publicKey'] as const).map((name) => {
    const mode = keyMode(input[name]);
    return mode === null || mode === input.mode ? null : `${name} is a ${mode} key, but the mode is ${input.mode}`;
  });
  return [...urls, ...keys].filter((problem) => problem !== null);
}
