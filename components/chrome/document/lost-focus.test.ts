// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followLostFocus } from './lost-focus';

let stop: () => void;
beforeEach(() => {
  document.body.innerHTML =
    '<main id="content" tabindex="-1"><section id="list"><ul><li><button id="publish"></button></li><li><button id="other"></button></li></ul></section></main>';
  stop = followLostFocus();
});
afterEach(() => stop());

const getElement = (id: string) => document.getElementById(id)!;
const readFocusedId = () => document.activeElement?.id ?? '';

test('a button that vanishes with its row leaves the focus on the part of the page around it [V17]', async () => {
  getElement('publish').focus();
  getElement('publish').closest('li')?.remove();
  await vi.waitFor(() => expect(readFocusedId()).toBe('list'));
  getElement('other').focus();
  expect(getElement('list').hasAttribute('tabindex')).toBe(false);
});

test('a field that is rendered again keeps the focus [V17]', async () => {
  getElement('publish').focus();
  getElement('publish').outerHTML = '<input id="publish">';
  await vi.waitFor(() => expect(readFocusedId()).toBe('publish'));
});

test('the focus stays where a component or the visitor has moved it [V17]', async () => {
  getElement('publish').focus();
  getElement('publish').remove();
  getElement('other').focus();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(readFocusedId()).toBe('other');
  getElement('other').blur();
  document.body.append(document.createElement('p'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement).toBe(document.body);
});
