import { expect, test } from 'vitest';
import { handler } from './handler';

const cacheControlOf = async (answer: unknown): Promise<string | null> => {
  const call = handler(
    { id: 'listThings', tag: 'Courses', summary: 'Things', access: 'anyone', answers: { 200: null } },
    async () => answer,
  );
  const response = await call(new Request('http://localhost:3000/api/blogs'), { params: Promise.resolve({}) });
  return response.headers.get('cache-control');
};

test('a response is cached only if its call says so [X54]', async () => {
  expect(await cacheControlOf({ name: 'Mona' })).toBe('no-store');
  expect(await cacheControlOf(new Response(null, { status: 202 }))).toBe('no-store');
  expect(await cacheControlOf(new Response('', { headers: { 'cache-control': 'public, max-age=60' } }))).toBe(
    'public, max-age=60',
  );
});
