import { expect, it } from 'vitest';
import { isProviderError, ProviderError } from './provider';

it('P8 a provider’s error is known by its name, also when another copy of the module threw it', () => {
  expect(isProviderError(new ProviderError('unavailable', 'late'))).toBe(true);
  expect(isProviderError(Object.assign(new Error('late'), { name: 'ProviderError' }))).toBe(true);
  expect(isProviderError(new Error('other'))).toBe(false);
});
