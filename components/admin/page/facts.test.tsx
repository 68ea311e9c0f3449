import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Facts } from './page-head';

test('an order shows no fact without a value [O6]', () => {
  const facts: Array<[string, React.ReactNode]> = [
    ['Amount', '250 EGP'],
    ['Ordered', false],
    ['Coupon', null],
    ['Method', ''],
    ['Refunds', 0],
  ];
  const html = renderToStaticMarkup(<Facts facts={facts} />);
  expect([...html.matchAll(/<dt>(\w+)<\/dt>/g)].map(([, name]) => name)).toEqual(['Amount', 'Refunds']);
});
