/** Throws when converted to text, because its fields hide the inherited methods of the same names. */
const odd = { toString: 1, valueOf: 1 };
export const hostileValues: unknown[] = [
  'Hello\0 there',
  'Hello \udfff there',
  'x'.repeat(20_000),
  '',
  'constructor',
  '-271821-04-20T00:00:00Z',
  odd,
];
/** Schemas treat all of these the same, so tests put one into each field and all of them into the whole body. */
export const otherKinds: unknown[] = [null, true, 1e308, -8.64e15, [], {}, [odd], { 0: odd }, { 'a\0': 1 }];
export const hostileQueries = ['a\0b', 'toString', '-1', '99999999999'];
export const hostileTexts = [
  'a\0b',
  '%ff',
  'x'.repeat(5000),
  '__proto__',
  'toString',
  '..%2F..%2Fetc',
  '-1',
  '99999999999',
  '🙂',
];
export const rawBodies = [
  '',
  'null',
  '5',
  '"x"',
  '[]',
  'true',
  '{',
  '{"__proto__":{"a":1}}',
  `${'['.repeat(20_000)}`,
  `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
  '\ufeff{}',
  '{"a":1e999}',
];
/** More than a call accepts, so that a slow rule takes far longer than a fast one. */
const slowBytes = 200_000;
const fill = (part: string, end: string): string => part.repeat(slowBytes / Buffer.byteLength(part)) + end;
/** Make an expression or a normalisation slow whose duration grows with the square of the length. */
export const slowTexts = [
  fill('.', 'a@b'),
  `a@${fill("'", 'a')}`,
  fill(' ', 'x'),
  `a${fill('-', '!')}`,
  fill('a@', '.'),
  fill('1,', 'x'),
  fill('<a ', ''),
  fill('\u0301\u0327', 'x'),
  fill('\u2068', 'a'),
  fill('\u200d', 'x'),
];

const newsletter = {
  lang: 'en',
  subject: 'A subject',
  preview: '',
  html: '<p>x</p>',
  readerLang: 'en',
  courseSlug: null,
  courseOwners: true,
};

export const newsletterBodies = {
  'POST /api/admin/newsletters': newsletter,
  'PUT /api/admin/newsletters/[id]': { ...newsletter, updatedAt: '2026-01-01T00:00:00Z' },
};

const credential = {
  id: 'eA',
  rawId: 'eA',
  type: 'public-key',
  authenticatorAttachment: 'platform',
  clientExtensionResults: {},
};
const shownCredential = {
  ...credential,
  response: { clientDataJSON: 'e30', authenticatorData: 'eA', signature: 'eA', userHandle: 'eA' },
};

export const passkeyBodies = {
  'POST /auth/loginWithPasskey': { credential: shownCredential, callbackUrl: '/ar/home' },
  'POST /auth/passkey/register': {
    credential: {
      ...credential,
      response: { clientDataJSON: 'e30', attestationObject: 'oA', transports: ['internal'] },
    },
  },
  'POST /auth/passkey/step-up': { credential: shownCredential },
};

const serviceKeys = ['payment-off', 'provider-unavailable', 'storage-full', 'content-broken'];
const untranslated =
  /^[a-z0-9._]+$|Invalid (?:input|key|element|option|string)|Too (?:small|big)|received|undefined|\[object/;

/** Describes what is wrong with a response, or returns null. A 422 must name the field. */
export async function findFault(answer: Response): Promise<string | null> {
  const isProblem = answer.headers.get('content-type')?.startsWith('application/problem+json');
  const problem = isProblem
    ? ((await answer.json()) as { type: string; title: string; errors?: Record<string, string[]> })
    : null;
  const key = problem?.type.replace('/problems/', '') ?? '';
  if (answer.status >= 500 && !(answer.status === 503 && serviceKeys.includes(key))) return `${answer.status} ${key}`;
  if (problem && (untranslated.test(problem.title) || problem.title === '')) return `says ${problem.title}`;
  if (answer.status !== 422 || key !== 'invalid') return null;
  const errors = Object.entries(problem?.errors ?? {});
  if (errors.length === 0) return 'names no field';
  const odd = errors.find(
    ([field, texts]) =>
      field === '' || texts.length === 0 || texts.some((text) => text === '' || untranslated.test(text)),
  );
  return odd ? `says ${JSON.stringify(odd)}` : null;
}
