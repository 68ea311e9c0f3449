import { expect, test } from 'vitest';
import { GET } from './route';

test('G6 nobody learns without a session whether an address of a playlist is well made', async () => {
  const answer = await GET(new Request('http://localhost:3000/x'), { params: Promise.resolve({ userId: 'x', id: 'no-lesson' }) });
  expect(answer.status).toBe(401);
});
