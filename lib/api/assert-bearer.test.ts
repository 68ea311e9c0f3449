import { expect, test } from 'vitest';
import { assertBearer } from './assert-bearer';

const asks = (authorization: string | null, token: string | null) => () =>
  assertBearer(new Request('http://localhost/metrics', { headers: authorization === null ? {} : { authorization } }), token);

test('O4 N9 only the whole token gets past, and nobody where none is set', () => {
  for (const shown of ['Bearer a-long-token', 'bearer  a-long-token ']) expect(asks(shown, 'a-long-token')).not.toThrow();
  for (const shown of [null, 'Bearer', 'Bearer a-long-toke', 'Basic a-long-token', 'a-long-token']) {
    expect(asks(shown, 'a-long-token')).toThrow(expect.objectContaining({ status: 401 }));
  }
  for (const none of [null, '']) expect(asks('Bearer ', none)).toThrow(expect.objectContaining({ status: 401 }));
});
