import { expect, it } from 'vitest';
import { buyAgainUrl } from './payment-url';

const order = { productKey: 'product-a', purpose: 'self', lines: ['course-a'], coupon: null } as const;

it.each([
  ['without a coupon', order, '/en/payment?product=product-a'],
  ['with the coupon of the order', { ...order, coupon: 'EID-20' }, '/en/payment?product=product-a&coupon=EID-20'],
  [
    'with a coupon of Arabic letters',
    { ...order, coupon: 'عيد' },
    '/en/payment?product=product-a&coupon=%D8%B9%D9%8A%D8%AF',
  ],
  [
    'as a gift',
    { ...order, purpose: 'gift', coupon: 'EID' } as const,
    '/en/payment?product=product-a&for=gift&coupon=EID',
  ],
  [
    'as so many seats',
    { ...order, purpose: 'seats', lines: ['course-a', 'course-a'], coupon: 'EID' } as const,
    '/en/payment?product=product-a&seats=2&coupon=EID',
  ],
])('returns the URL to buy the same product again %s [N10, N11, P2]', (_name, bought, address) => {
  expect(buyAgainUrl('en', bought)).toBe(address);
});
