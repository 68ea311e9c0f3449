import { expect, test } from 'vitest';
import { GET } from './route';

const ask = async (path: string) => {
  const answer = await GET(new Request(`http://localhost:3000/api/auth/${path}`), { params: Promise.resolve({ nextauth: path.split('/') }) });
  return [answer.status, answer.headers.get('content-type')];
};

test.each(['verify-request', '_log', 'none', 'callback-url'])('D6 next-auth has no action %s here: no page and no error of its own', async (path) => {
  expect(await ask(path)).toEqual([404, 'application/problem+json; charset=utf-8']);
});
