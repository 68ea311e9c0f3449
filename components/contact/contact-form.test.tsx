// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { fillField } from '@/components/form/field-values';
import { ContactForm } from './contact-form';
import type { ContactLabels } from './contact-labels';

const labels = new Proxy(
  { errors: {}, kinds: {}, budgets: {} },
  { get: (known, name: string) => (known as Record<string, unknown>)[name] ?? name },
) as unknown as ContactLabels;

test('an error from the server is shown at its field, which gets the focus, until the field changes [V9]', async () => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { type: '/problems/invalid', errors: { email: ['This mailbox cannot be written to.'] } },
      { status: 422 },
    ),
  );
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const typed = {
    fullName: 'Mona Adel',
    phoneNumber: '01001234567',
    email: 'mona@midan.example',
    message: 'Hello there',
  };
  act(() => root.render(<ContactForm labels={labels} typed={typed} errors={{}} about={null} />));
  const email = place.querySelector<HTMLInputElement>('#email')!;
  expect(email.getAttribute('aria-invalid')).toBeNull();
  await act(async () => {
    place.querySelector('form')!.requestSubmit();
  });
  expect([email.getAttribute('aria-invalid'), email.getAttribute('aria-describedby'), document.activeElement]).toEqual([
    'true',
    'email-error',
    email,
  ]);
  expect([place.querySelector('#email-error')?.textContent, email.value]).toEqual([
    'This mailbox cannot be written to.',
    'mona@midan.example',
  ]);
  act(() => fillField(email, 'mona@midan.test'));
  expect(email.getAttribute('aria-invalid')).toBeNull();
  act(() => root.unmount());
  vi.unstubAllGlobals();
});
