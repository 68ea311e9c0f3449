// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepPastedTextWhole } from './whole-paste';

let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  stop = keepPastedTextWhole();
});

afterEach(() => {
  stop();
  document.body.replaceChildren();
  vi.useRealTimers();
});

const limitsDuring = (event: string, html: string) => {
  document.body.innerHTML = html;
  const field = document.body.firstElementChild!;
  field.dispatchEvent(new Event(event, { bubbles: true }));
  const during = field.getAttribute('maxlength');
  vi.runAllTimers();
  return [during, field.getAttribute('maxlength')];
};

test.each(['paste', 'drop'])('text that arrives by %s is not cut at the limit of its field [V18]', (event) => {
  expect(limitsDuring(event, '<textarea maxlength="300"></textarea>')).toEqual([null, '300']);
});

test('fields without a limit and fields of one line stay as they are [V18]', () => {
  expect(limitsDuring('paste', '<textarea></textarea>')).toEqual([null, null]);
  expect(limitsDuring('paste', '<input maxlength="6">')).toEqual(['6', '6']);
});
