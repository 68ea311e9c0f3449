// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { memoryStorage } from '@/tests/support/storage';
import { keepFields, restoreFields, reloadKeepingFields } from './kept-fields';

const page = `<main><form action="/api/pay">
  <input name="name"><input name="card" autocomplete="cc-number"><input name="password" type="password"><input name="code" autocomplete="one-time-code">
  <textarea name="note"></textarea><input type="radio" name="stars" value="1"><input type="radio" name="stars" value="2"><input type="checkbox" name="gift" value="on">
</form></main>`;

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
  vi.stubGlobal('sessionStorage', memoryStorage());
  window.history.replaceState(null, '', '/en/payment?product=course');
});
afterEach(() => vi.unstubAllGlobals());

const field = (selector: string) => document.querySelector<HTMLInputElement>(selector)!;

function open(userId: string): void {
  document.body.innerHTML = page;
  document.documentElement.dataset.auth = 'learner';
  document.cookie = 'signed_in=1';
  localStorage.setItem('userInfo', JSON.stringify({ userId, name: 'Mona', role: 'learner' }));
}

function typeAndLose(): void {
  open('mona');
  for (const name of ['name', 'card', 'password', 'code', 'note']) field(`[name=${name}]`).value = `typed ${name}`;
  field('[value="2"]').checked = true;
  field('[name=gift]').checked = true;
  keepFields();
}

const shown = () => ['name', 'card', 'password', 'code', 'note'].map((name) => field(`[name=${name}]`).value);

test('typed values are restored once for the same user on the same page, without passwords, codes and cards [D8]', async () => {
  typeAndLose();
  expect(sessionStorage.getItem('kept-fields')).not.toMatch(/typed (card|password|code)/);
  open('mona');
  await restoreFields();
  expect(shown()).toEqual(['typed name', '', '', '', 'typed note']);
  expect([field('[value="2"]').checked, field('[name=gift]').checked]).toEqual([true, true]);
  open('mona');
  await restoreFields();
  expect(shown()).toEqual(['', '', '', '', '']);
});

test('typed values are not restored for another user or on another page [D8]', async () => {
  typeAndLose();
  open('omar');
  await restoreFields();
  expect(shown()).toEqual(['', '', '', '', '']);
  typeAndLose();
  window.history.replaceState(null, '', '/en/payment?product=other');
  open('mona');
  await restoreFields();
  expect(shown()).toEqual(['', '', '', '', '']);
});

test('a visitor’s typed values are restored once after a reload [B17]', async () => {
  vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  const visit = () => {
    document.body.innerHTML = page;
    document.documentElement.dataset.auth = '';
  };
  visit();
  for (const name of ['name', 'password']) field(`[name=${name}]`).value = `typed ${name}`;
  reloadKeepingFields();
  expect(location.reload).toHaveBeenCalledOnce();
  visit();
  await restoreFields();
  expect(shown()).toEqual(['typed name', '', '', '', '']);
  visit();
  await restoreFields();
  expect(shown()).toEqual(['', '', '', '', '']);
});
