// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { callJson, type Outcome } from '@/components/session/json-call';
import { typeInto } from '@/tests/support/typing';
import { provideMessages } from '@/tests/support/with-messages';
import { NewsletterForm } from './newsletter-form';

vi.mock('@/components/session/json-call', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  callJson: vi.fn(),
}));
vi.mock('next/navigation', () => ({ useRouter: () => ({ refresh: () => undefined }) }));
vi.mock('@/components/form/rich-text/rich-text-field', () => ({ RichTextField: () => null }));

const asked = vi.mocked(callJson);
const newsletter = {
  id: 'old',
  lang: 'en',
  subject: 'Before',
  preview: '',
  html: '<p>Text</p>',
  readerLang: null,
  courseSlug: null,
  courseOwners: true,
  readers: 3,
  htmlBytes: 4000,
  updatedAt: 'u1',
} as const;
const place = document.createElement('div');
const root = createRoot(place);
const show = (over: object = {}) =>
  act(() =>
    root.render(
      provideMessages(
        <NewsletterForm
          newsletter={{ ...newsletter, ...over }}
          userId="hala"
          courses={[]}
          lang="en"
          folder="/en/admin/newsletters"
          lessons={[]}
          form={{ labels: {}, help: {} } as never}
        />,
      ),
    ),
  );
const type = (text: string) => typeInto(place.querySelector<HTMLInputElement>('[name="subject"]')!, text);

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => root.render(null));
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('text for a draft that another admin deleted becomes a draft of its own [N9]', async () => {
  asked.mockImplementation(async ({ method, body }) =>
    method === 'PUT'
      ? { ok: false, status: 404, key: 'newsletter-deleted', title: '', errors: {} }
      : ({ ok: true, answer: { ...newsletter, ...(body as object), id: 'new', updatedAt: 'u2' } } as Outcome),
  );
  show();
  type('After');
  await act(() => vi.advanceTimersByTimeAsync(1600));
  expect(asked.mock.calls.map(([{ method, url }]) => `${method} ${url}`)).toEqual([
    'PUT /api/admin/newsletters/old',
    'POST /api/admin/newsletters',
  ]);
  expect(asked.mock.calls[1]![0].body).toMatchObject({ subject: 'After', html: '<p>Text</p>' });
  expect(place.textContent).toContain('newsletter_gone');
  expect(window.location.pathname).toBe('/en/admin/newsletters/new');
});

test('an answer 404 that does not come from a deleted draft creates no second draft [N9]', async () => {
  asked.mockReset();
  asked.mockResolvedValue({ ok: false, status: 404, key: 'not-found', title: '', errors: {} });
  show();
  type('After');
  await act(() => vi.advanceTimersByTimeAsync(1600));
  expect(asked.mock.calls.map(([{ method }]) => method)).toEqual(['PUT']);
  expect(place.querySelector<HTMLInputElement>('[name="subject"]')!.value).toBe('After');
});

test('warns before sending a newsletter that Gmail would clip [N9]', () => {
  show({ htmlBytes: 102 * 1024 });
  expect(place.textContent).not.toContain('newsletter_long');
  act(() => root.render(null));
  show({ htmlBytes: 102 * 1024 + 1 });
  expect(place.textContent).toContain('newsletter_long');
});
