// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { provideMessages } from '@/tests/support/with-messages';
import { OutcomeNotice } from './outcome-notice';
import type { Outcome } from './use-admin-call';

let place: HTMLElement;
let root: Root;

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

const refused: Outcome = {
  ok: false,
  status: 422,
  key: 'invalid',
  title: 'Some values are wrong',
  errors: { second: 'Required' },
};

function show(outcome: Outcome | null, autosaved = false): void {
  const wrong = outcome ? true : undefined;
  act(() =>
    root.render(
      provideMessages(
        <form>
          <input id="first" />
          <input id="second" aria-invalid={wrong} />
          <input id="third" aria-invalid={wrong} />
          <OutcomeNotice outcome={outcome} autosaved={autosaved} />
        </form>,
      ),
    ),
  );
}

test('a refused save focuses the first invalid field [V5]', () => {
  show(null);
  show(refused);
  expect(document.activeElement?.id).toBe('second');
});

test('an autosave never moves the focus away from the field being typed in [V5, N8]', () => {
  show(null, true);
  document.getElementById('first')?.focus();
  show(refused, true);
  expect(document.activeElement?.id).toBe('first');
});
