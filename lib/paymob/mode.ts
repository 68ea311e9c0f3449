/** Paymob's own hosts; test and live share them, the keys choose. */
const PAYMOB_HOSTS = new Set([
  'accept.paymob.com', 'ksa.paymob.com', 'uae.paymob.com', 'oman.paymob.com', 'pakistan.paymob.com', 'accept.paymobsolutions.com',
]);
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

export type PaymobMode = 'test' | 'live';
export type ModeInput = {
  readonly mode: PaymobMode;
  readonly baseUrl: string;
  readonly checkoutBaseUrl?: string | undefined;
  readonly secretKey: string;
  readonly publicKey: string;
};

function keyMode(key: string): PaymobMode | null {
  const match = /^[a-z]{3}_(?:sk|pk)_(test|live)_./.exec(key);
  return match ? (match[1] as PaymobMode) : null;
}

function urlProblem(name: string, text: string, mode: PaymobMode): string | null {
  if (!URL.canParse(text)) return `${name} is not a URL`;
  const url = new URL(text);
  if (PAYMOB_HOSTS.has(url.hostname)) return url.protocol === 'https:' ? null : `${name} must use https`;
  if (mode === 'live') return `${name} is not one of Paymob's hosts, which live mode requires`;
  return LOOPBACK.has(url.hostname) ? null : `${name} is neither loopback nor one of Paymob's hosts`;
}

/** Every reason why these keys and hosts must not be used together; empty when they may. */
export function modeProblems(input: ModeInput): string[] {
  const urls = [urlProblem('base URL', input.baseUrl, input.mode)];
  if (input.checkoutBaseUrl) urls.push(urlProblem('checkout URL', input.checkoutBaseUrl, input.mode));
  const keys = (['secretKey', 'publicKey'] as const).map((name) => {
    const mode = keyMode(input[name]);
    if (mode === null) return `${name} does not look like a Paymob key`;
    return mode === input.mode ? null : `${name} is a ${mode} key, but the mode is ${input.mode}`;
  });
  return [...urls, ...keys].filter((problem) => problem !== null);
}
