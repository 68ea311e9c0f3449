import { expect, test } from 'vitest';
import { composeEmail } from './compose';

const order = {
  orderId: 'x',
  orderNumber: '7',
  description: 'Course A',
  amountPiastres: '10000',
  currency: 'EGP',
  courseSlug: 'course-a',
  paidAt: '2026-01-02T03:04:05Z',
};

test('removes links from names and line breaks from values, in both parts and in the subject [X40]', async () => {
  const forged = {
    ...order,
    name: 'Mona\r\nYou won: visit.prize.example https://prize.example/x?y=1\r\n',
    description: 'Course A\nTotal: 0\u2028Pay again',
  };
  const { subject, text, html } = await composeEmail('receipt', 'en', forged);
  const lines = text.split('\n');
  expect(text).not.toMatch(/prize\.example|https:\/\/prize/);
  expect(html).not.toMatch(/prize\.example|https:\/\/prize/);
  expect(lines.filter((line) => /^(?:You won|Total: 0|Pay again)/.test(line))).toEqual([]);
  expect(lines).toContainEqual(expect.stringContaining('Course A Total: 0 Pay again'));
  expect(subject).not.toMatch(/[\r\n]/);
});

test('keeps the line breaks of a quoted message, and leaves ordinary names unchanged [X40]', async () => {
  const { text } = await composeEmail('gift', 'en', {
    name: 'J. R. O’Neil El-Sayed',
    giver: 'منى عادل',
    description: 'Course A',
    message: 'one\ntwo',
    url: 'https://site.example/x',
  });
  expect(text).toContain('> one\n> two');
  expect(text).toContain('J. R. O’Neil El-Sayed');
  expect(text).toContain('منى عادل');
});
