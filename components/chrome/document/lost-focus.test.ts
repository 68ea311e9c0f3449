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

const element = (id: string) => document.getElementById(id)!;
const focusedId = () => document.activeElement?.id ?? '';

test('a button that vanishes with its row leaves the focus on the part of the page around it [V17]', async () => {
  element('publish').focus();
  element('publish').closest('li')?.remove();
  await vi.waitFor(() => expect(focusedId()).toBe('list'));
  element('other').focus();
  expect(element('list').hasAttribute('tabindex')).toBe(false);
});

test('a field that is rendered again keeps the focus [V17]', async () => {
  element('publish').focus();
  element('publish').outerHTML = '<input id="publish">';
  await vi.waitFor(() => expect(focusedId()).toBe('publish'));
});

test('the focus stays where a component or the visitor has moved it [V17]', async () => {
  element('publish').focus();
  element('publish').remove();
  element('other').focus();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(focusedId()).toBe('other');
  element('other').blur();
  document.body.append(document.createElement('p'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement).toBe(document.body);
});
