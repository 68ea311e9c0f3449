// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { presentMessage } from './document-state';

const message = '<div role="alert" tabindex="-1">Please check the marked fields.</div>';
const renderForm = (invalid: boolean) =>
  `<form><div role="alert"></div><input id="name"><input id="email"${invalid ? ' aria-invalid="true"' : ''}></form>`;

function open(address: string, main: string): void {
  window.history.replaceState(null, '', address);
  document.title = 'Contact';
  document.body.innerHTML = `<main>${main}</main>`;
  leave = presentMessage();
}

let leave = () => {};
afterEach(() => leave());
beforeEach(() => (document.activeElement as HTMLElement | null)?.blur());

test('a page returned with a message starts its title with it and focuses the first invalid field [V9]', () => {
  open('/en/contact?error=invalid', message + renderForm(true));
  expect([document.title, document.activeElement?.id]).toEqual(['Please check the marked fields. – Contact', 'email']);
});

test('a message of several lines becomes one line in the title, and is added once [V9]', async () => {
  open(
    '/en/contact?error=invalid',
    '<div role="alert" tabindex="-1"><p>Please check</p>\n  <p>the fields.</p></div>' + renderForm(false),
  );
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(document.title).toBe('Please check the fields. – Contact');
});

test('a title rewritten by React gets the message again, until the visitor leaves the page [V9]', async () => {
  open('/en/contact?error=invalid', message + renderForm(true));
  document.title = 'Contact us';
  await vi.waitFor(() => expect(document.title).toBe('Please check the marked fields. – Contact us'));
  leave();
  document.title = 'Home';
  await new Promise((resolve) => {
    setTimeout(resolve, 20);
  });
  expect(document.title).toBe('Home');
});

test('any message gets the focus if no field is invalid [V9]', () => {
  for (const parameter of ['error=failed', 'notice=unlinked', 'saved=1', 'sent=1', 'done=1', 'changed=2']) {
    open(`/en/contact?${parameter}`, message + renderForm(false));
    expect([document.title, document.activeElement?.getAttribute('role')]).toEqual([
      'Please check the marked fields. – Contact',
      'alert',
    ]);
  }
});

test('the focus stays in a field that the visitor is already using [V9]', () => {
  window.history.replaceState(null, '', '/en/contact?error=invalid');
  document.body.innerHTML = `<main>${message}${renderForm(true)}</main>`;
  document.getElementById('name')?.focus();
  leave = presentMessage();
  expect(document.activeElement?.id).toBe('name');
});

test('other pages keep their title and focus, and a title that already contains the message is not changed [V9]', () => {
  open('/en/contact?about=web', message + renderForm(true));
  expect([document.title, document.activeElement]).toEqual(['Contact', document.body]);
  window.history.replaceState(null, '', '/en/contact?error=invalid');
  document.title = 'Please check the marked fields. – Contact';
  presentMessage();
  expect(document.title).toBe('Please check the marked fields. – Contact');
});
