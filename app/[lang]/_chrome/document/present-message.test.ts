// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { presentMessage } from './present-message';

const message = '<div role="alert" tabindex="-1">Please check the marked fields.</div>';
const form = (invalid: boolean) => `<form><div role="alert"></div><input id="name"><input id="email"${invalid ? ' aria-invalid="true"' : ''}></form>`;

function open(address: string, main: string): void {
  window.history.replaceState(null, '', address);
  document.title = 'Contact';
  document.body.innerHTML = `<main>${main}</main>`;
  leave = presentMessage();
}

let leave = () => {};
afterEach(() => leave());
beforeEach(() => (document.activeElement as HTMLElement | null)?.blur());

test('a page that comes back with a message begins its title with it, and the first wrong field has the focus [V9]', () => {
  open('/en/contact?error=invalid', message + form(true));
  expect([document.title, document.activeElement?.id]).toEqual(['Please check the marked fields. – Contact', 'email']);
});

test('a message of several lines is one line in the title, written once [V9]', async () => {
  open('/en/contact?error=invalid', '<div role="alert" tabindex="-1"><p>Please check</p>\n  <p>the fields.</p></div>' + form(false));
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  expect(document.title).toBe('Please check the fields. – Contact');
});

test('a title that React writes once more begins with the message again, until the page is left [V9]', async () => {
  open('/en/contact?error=invalid', message + form(true));
  document.title = 'Contact us';
  await vi.waitFor(() => expect(document.title).toBe('Please check the marked fields. – Contact us'));
  leave();
  document.title = 'Home';
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  expect(document.title).toBe('Home');
});

test('without a wrong field the message has the focus, whatever it says [V9]', () => {
  for (const parameter of ['error=failed', 'notice=unlinked', 'saved=1', 'sent=1', 'done=1', 'changed=2']) {
    open(`/en/contact?${parameter}`, message + form(false));
    expect([document.title, document.activeElement?.getAttribute('role')]).toEqual(['Please check the marked fields. – Contact', 'alert']);
  }
});

test('any other page keeps its title and its focus, and a title that has the message already gets it once [V9]', () => {
  open('/en/contact?about=web', message + form(true));
  expect([document.title, document.activeElement]).toEqual(['Contact', document.body]);
  window.history.replaceState(null, '', '/en/contact?error=invalid');
  document.title = 'Please check the marked fields. – Contact';
  presentMessage();
  expect(document.title).toBe('Please check the marked fields. – Contact');
});
