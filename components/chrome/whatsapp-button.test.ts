import { expect, test } from 'vitest';
import { whatsappNumber } from '@/components/chrome/contact-links';

test('the phone number is the path of the WhatsApp link [B6]', () => {
  expect(
    whatsappNumber([
      { name: 'email', link: 'mailto:a@b.c' },
      { name: 'whatsapp', link: 'https://wa.me/201001234567?text=x1' },
    ]),
  ).toBe('201001234567');
  expect(whatsappNumber([{ name: 'whatsapp', link: 'https://wa.me/' }])).toBeNull();
  expect(whatsappNumber([])).toBeNull();
});
