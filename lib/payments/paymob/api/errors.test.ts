import { expect, it } from 'vitest';
import { isPaymobError, PaymobApiError, PaymobTimeout } from './errors';

it('P8 errors are known by name, so that a second copy of the client’s code knows them too', () => {
  const copy = Object.assign(new Error('late'), { name: 'PaymobTimeout' });
  expect(copy instanceof PaymobTimeout).toBe(true);
  expect(copy instanceof PaymobApiError).toBe(false);
  expect(isPaymobError(copy)).toBe(true);
  expect(isPaymobError(new Error('other'))).toBe(false);
});
