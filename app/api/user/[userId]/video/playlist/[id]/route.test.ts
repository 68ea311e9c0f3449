import { expect, test } from 'vitest';
import { GET } from './route';

test('the playlist call answers 401 without a session even for an unknown lesson, so that ids cannot be probed [G6]', async () => {
  const answer = await GET(new Request('http://localhost:3000/x'), {
    params: Promise.resolve({ userId: 'x', id: 'no-lesson' }),
  });
  expect(answer.status).toBe(401);
});
