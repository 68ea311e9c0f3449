// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SaveLabels } from './client-labels';
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

const refused: Outcome = { ok: false, status: 422, key: 'invalid', title: 'Some values are wrong', errors: { second: 'Required' } };

function show(outcome: Outcome | null, autosaved = false): void {
  const wrong = outcome ? true : undefined;
  act(() => root.render(
    <form>
      <input id="first" />
      <input id="second" aria-invalid={wrong} />
      <input id="third" aria-invalid={wrong} />
      <OutcomeNotice outcome={outcome} autosaved={autosaved} labels={{} as SaveLabels} />
    </form>,
  ));
}

test('V5 a refused save leads to the first field that is wrong', () => {
  show(null);
  show(refused);
  expect(document.activeElement?.id).toBe('second');
});

test('V5 N8 what is saved by itself takes the cursor from nobody who types', () => {
  show(null, true);
  document.getElementById('first')?.focus();
  show(refused, true);
  expect(document.activeElement?.id).toBe('first');
});
