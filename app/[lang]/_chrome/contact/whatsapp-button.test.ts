import { expect, test } from 'vitest';
import { whatsappNumber } from './whatsapp-button';

test('B6 the number is what stands after the host', () => {
  expect(whatsappNumber([{ name: 'email', link: 'mailto:a@b.c' }, { name: 'whatsapp', link: 'https://wa.me/201001234567?text=x1' }])).toBe('201001234567');
  expect(whatsappNumber([{ name: 'whatsapp', link: 'https://wa.me/' }])).toBeNull();
  expect(whatsappNumber([])).toBeNull();
});
