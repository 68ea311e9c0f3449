import { expect, it } from 'vitest';
import { foldDigits } from './numbers';

it('folds Arabic-Indic and Persian digits [V1]', () => {
  expect(foldDigits('٠١٠۱۲۳')).toBe('010123');
});
