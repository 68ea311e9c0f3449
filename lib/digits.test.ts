import { expect, it } from 'vitest';
import { foldDigits, numberOf } from './digits';

it('V1 folds Arabic-Indic and Persian digits', () => {
  expect(foldDigits('٠١٠۱۲۳')).toBe('010123');
});

it.each([['', null], [' ', null], ['30', 30], ['٣٠', 30], ['1,250.5', 1250.5], ['١٬٢٥٠٫٥', 1250.5], ['3o', '3o']])('V1 O7 “%s” is read as %s', (text, value) => {
  expect(numberOf(text)).toBe(value);
});
