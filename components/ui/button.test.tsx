// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Button, type ButtonProps } from './button';

const press = vi.fn();
const send = vi.fn();
let form: HTMLFormElement;
let root: ReturnType<typeof createRoot>;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.clearAllMocks();
  form = document.body.appendChild(document.createElement('form'));
  form.addEventListener('submit', (event) => (event.preventDefault(), send()));
  root = createRoot(form);
});
afterEach(() => {
  act(() => root.unmount());
  form.remove();
});

const show = (props: Partial<ButtonProps>) =>
  act(() =>
    root.render(
      <Button type="submit" onClick={press} {...props}>
        Save
      </Button>,
    ),
  );

test.each<Partial<ButtonProps>>([{ busy: true }, { 'aria-disabled': true }])(
  'a button with %o ignores clicks and keeps the focus [V5]',
  (state) => {
    show({});
    const button = form.querySelector('button')!;
    button.focus();
    act(() => button.click());
    expect([press, send].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    show(state);
    act(() => button.click());
    expect([press, send].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    expect([document.activeElement === button, button.disabled, button.getAttribute('aria-disabled')]).toEqual([
      true,
      false,
      'true',
    ]);
  },
);
