import { expect, it } from 'vitest';
import { isProviderError, ProviderError } from './provider';

it('recognises a provider’s error by its name, even if another copy of the module threw it [P8]', () => {
  expect(isProviderError(new ProviderError('unavailable', 'late'))).toBe(true);
  expect(isProviderError(Object.assign(new Error('late'), { name: 'ProviderError' }))).toBe(true);
  expect(isProviderError(new Error('other'))).toBe(false);
});
