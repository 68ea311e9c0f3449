// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createMemoryStorage } from '@/tests/support/storage';
import { keepFields, reloadKeepingFields, restoreFields } from './kept-fields';

const page = `<main><form action="/api/pay">
  <input name="name"><input name="card" autocomplete="cc-number"><input name="password" type="password"><input name="code" autocomplete="one-time-code">
  <textarea name="note"></textarea><input type="radio" name="stars" value="1"><input type="radio" name="stars" value="2"><input type="checkbox" name="gift" value="on">
</form></main>`;

beforeEach(() => {
  vi.stubGlobal('localStorage', createMemoryStorage());
  vi.stubGlobal('sessionStorage', createMemoryStorage());
  window.history.replaceState(null, '', '/en/payment?product=course');
});
afterEach(() => vi.unstubAllGlobals());

const findField = (selector: string) => document.querySelector<HTMLInputElement>(selector)!;

function open(userId: string): void {
  document.body.innerHTML = page;
  document.documentElement.dataset.auth = 'learner';
  document.cookie = 'signed_in=1';
  localStorage.setItem('userInfo', JSON.stringify({ userId, name: 'Mona', role: 'learner' }));
}

function typeAndLeave(): void {
  open('mona');
  for (const name of ['name', 'card', 'password', 'code', 'note']) findField(`[name=${name}]`).value = `typed ${name}`;
  findField('[value="2"]').checked = true;
  findField('[name=gift]').checked = true;
  keepFields();
}

const readShown = () => ['name', 'card', 'password', 'code', 'note'].map((name) => findField(`[name=${name}]`).value);

test('typed values are restored once for the same user on the same page, without passwords, codes and cards [D8]', async () => {
  typeAndLeave();
  expect(sessionStorage.getItem('kept-fields')).not.toMatch(/typed (card|password|code)/);
  open('mona');
  await restoreFields();
  expect(readShown()).toEqual(['typed name', '', '', '', 'typed note']);
  expect([findField('[value="2"]').checked, findField('[name=gift]').checked]).toEqual([true, true]);
  open('mona');
  await restoreFields();
  expect(readShown()).toEqual(['', '', '', '', '']);
});

test('typed values are not restored for another user or on another page [D8]', async () => {
  typeAndLeave();
  open('omar');
  await restoreFields();
  expect(readShown()).toEqual(['', '', '', '', '']);
  typeAndLeave();
  window.history.replaceState(null, '', '/en/payment?product=other');
  open('mona');
  await restoreFields();
  expect(readShown()).toEqual(['', '', '', '', '']);
});

test('a visitor’s typed values are restored once after a reload [B17]', async () => {
  vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const visit = () => {
    document.body.innerHTML = page;
    document.documentElement.dataset.auth = '';
  };
  visit();
  for (const name of ['name', 'password']) findField(`[name=${name}]`).value = `typed ${name}`;
  reloadKeepingFields();
  expect(location.reload).toHaveBeenCalledOnce();
  visit();
  await restoreFields();
  expect(readShown()).toEqual(['typed name', '', '', '', '']);
  visit();
  await restoreFields();
  expect(readShown()).toEqual(['', '', '', '', '']);
});

const products = `<main><form><input name="price"><input type="checkbox" name="refund" value="on"></form>
  <form><input name="price"><input type="checkbox" name="refund" value="on"></form><form data-draft><input name="price"></form></main>`;

const openProducts = (): HTMLInputElement[] => {
  open('mona');
  document.body.innerHTML = products;
  return [...document.querySelectorAll<HTMLInputElement>('[name=price]')];
};

test('typed values return to their own form when several forms have fields of equal names [D8, O7]', async () => {
  for (const [at, price] of openProducts().entries()) price.value = `${at + 1}00`;
  document.querySelectorAll<HTMLInputElement>('[name=refund]')[1]!.checked = true;
  keepFields();
  const prices = openProducts();
  await restoreFields();
  expect(prices.map(({ value }) => value)).toEqual(['100', '200', '']);
  expect([...document.querySelectorAll<HTMLInputElement>('[name=refund]')].map(({ checked }) => checked)).toEqual([
    false,
    true,
  ]);
});

test('a checkbox keeps its state when another version of the site stored its field in another form [D8, B17]', async () => {
  typeAndLeave();
  const { fields, ...rest } = JSON.parse(sessionStorage.getItem('kept-fields')!) as { fields: Array<{ key: string }> };
  const ofOtherVersion = fields.map(({ key }) => ({ key, value: 'on' }));
  expect(fields).toContainEqual(expect.objectContaining({ checked: true }));
  sessionStorage.setItem('kept-fields', JSON.stringify({ ...rest, fields: ofOtherVersion }));
  open('mona');
  await restoreFields();
  expect(findField('[name=gift]').checked).toBe(false);
});

test('no digit of a mailed code is stored [B17, D8]', () => {
  open('mona');
  document.body.innerHTML = `<main><form>${[0, 1, 2]
    .map((at) => `<input name="otp.${at}" autocomplete="${at === 0 ? 'one-time-code' : 'off'}" value="${at + 7}">`)
    .join('')}<input name="email" value="mona@example.test"></form></main>`;
  keepFields();
  expect(sessionStorage.getItem('kept-fields')).toContain('mona@example.test');
  expect(sessionStorage.getItem('kept-fields')).not.toContain('otp');
});
