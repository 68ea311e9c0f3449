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
