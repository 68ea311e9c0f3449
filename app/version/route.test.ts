import { expect, test } from 'vitest';
import { GET } from './route';

const fetchType = async (accept: string | null) => {
  const answer = await GET(
    new Request('http://localhost:3000/version', accept === null ? {} : { headers: { accept } }),
    { params: Promise.resolve({}) },
  );
  return answer.headers.get('content-type')?.split(';')[0];
};

test.each([
  [null, 'text/html'],
  ['*/*', 'text/html'],
  ['text/html,application/xhtml+xml,*/*;q=0.8', 'text/html'],
  ['application/json;q=0.5, text/html', 'text/html'],
  ['application/json;q=0, */*', 'text/html'],
  ['application/json', 'application/json'],
  ['text/html;q=0.1, application/json', 'application/json'],
  ['application/*', 'application/json'],
])('Accept: %s is answered with %s [A9]', async (accept, type) => expect(await fetchType(accept)).toBe(type));
