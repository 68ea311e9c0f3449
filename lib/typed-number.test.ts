import { expect, it } from 'vitest';
import { numberOf, piastresOf } from './typed-number';

it.each([['', null], [' ', null], ['30', 30], ['٣٠', 30], ['1,250.5', 1250.5], ['١٬٢٥٠٫٥', 1250.5], ['3o', '3o']])('V1 O7 “%s” is read as %s', (text, value) => {
  expect(numberOf(text)).toBe(value);
});

it('O7 pounds are sent in piastres, and what is no number is not sent as nothing', () => {
  expect([piastresOf('12.34'), piastresOf(''), piastresOf('x')]).toEqual([1234, null, 'x']);
});
