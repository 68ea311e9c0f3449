import { expect, test } from 'vitest';
import { assertBearer } from './handler';

const createBearerCheck = (authorization: string | null, token: string | null) => () =>
  assertBearer(
    new Request('http://localhost/metrics', { headers: authorization === null ? {} : { authorization } }),
    token,
  );

test('accepts only the exact token, and none if no token is configured [O4, N9]', () => {
  for (const shown of ['Bearer a-long-token', 'bearer  a-long-token '])
    expect(createBearerCheck(shown, 'a-long-token')).not.toThrow();
  for (const shown of [null, 'Bearer', 'Bearer a-long-toke', 'Basic a-long-token', 'a-long-token']) {
    expect(createBearerCheck(shown, 'a-long-token')).toThrow(expect.objectContaining({ status: 401 }));
  }
  for (const none of [null, ''])
    expect(createBearerCheck('Bearer ', none)).toThrow(expect.objectContaining({ status: 401 }));
});
