// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { FormLabels } from '@/components/form/form-labels';
import { provideMessages } from '@/tests/support/with-messages';
import { LanguagePanel } from './document-editor';

const form = { labels: { ar: 'Arabic', title: 'Title' }, help: { title: 'One short line.' } } as unknown as FormLabels;

test('labels and help keep the page’s direction, and an Arabic field has its own [N5, N8]', () => {
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(
    provideMessages(
      <LanguagePanel
        fields={[
          {
            name: 'ar',
            required: true,
            node: {
              kind: 'group',
              fields: [{ name: 'title', required: true, node: { kind: 'text', format: 'plain', nullable: false } }],
            },
          },
        ]}
        texts={{ ar: { title: 'جيت' } }}
        errors={{}}
        form={form}
        onChange={() => undefined}
      />,
    ),
  );
  const field = place.querySelector('input')!;
  expect([field.value, field.getAttribute('dir'), field.getAttribute('lang')]).toEqual(['جيت', 'auto', 'ar']);
  expect(place.querySelector('label')?.closest('[dir]') ?? null).toBeNull();
});

test('the language tabs are one tab stop with arrow keys, Home and End, reversed in Arabic, and no button loses the focus [N5, V5]', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const written: unknown[] = [];
  const fields = ['ar', 'en', 'de'].map((name) => ({
    name,
    required: name === 'ar',
    node: { kind: 'group' as const, fields: [] },
  }));
  const show = (texts: Record<string, object>) => {
    written.push(texts);
    root.render(
      provideMessages(
        <LanguagePanel
          fields={fields}
          texts={texts as never}
          errors={{}}
          form={form}
          onChange={(lang, value) => show(value === undefined ? { ar: {} } : { ar: {}, [lang]: value as object })}
        />,
      ),
    );
  };
  act(() => show({ ar: {} }));
  const listTabs = () => [...place.querySelectorAll<HTMLElement>('[role=tab]')];
  const press = (key: string, modifiers = {}) => {
    act(() => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, ...modifiers }));
    });
    return [
      listTabs().findIndex((tab) => tab === document.activeElement),
      listTabs().findIndex(({ tabIndex }) => tabIndex === 0),
      listTabs().findIndex((tab) => tab.getAttribute('aria-selected') === 'true'),
    ];
  };
  place.style.direction = 'rtl';
  listTabs()[0]!.focus();
  expect([press('ArrowLeft'), press('ArrowRight'), press('ArrowRight'), press('Home'), press('End')]).toEqual([
    [1, 1, 1],
    [0, 0, 0],
    [2, 2, 2],
    [0, 0, 0],
    [2, 2, 2],
  ]);
  place.style.direction = 'ltr';
  expect([press('ArrowRight'), press('ArrowRight'), press('ArrowLeft', { altKey: true })]).toEqual([
    [0, 0, 0],
    [1, 1, 1],
    [1, 1, 1],
  ]);
  const findButton = (text: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text)!;
  findButton('write_language').focus();
  act(() => findButton('write_language').click());
  expect([written.at(-1), document.activeElement]).toEqual([{ ar: {}, en: {} }, listTabs()[1]]);
  act(() => root.unmount());
  place.remove();
});
