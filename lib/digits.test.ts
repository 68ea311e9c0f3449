import { expect, it } from 'vitest';
import { foldDigits } from './digits';

it('V1 folds Arabic-Indic and Persian digits', () => {
  expect(foldDigits('٠١٠۱۲۳')).toBe('010123');
});
