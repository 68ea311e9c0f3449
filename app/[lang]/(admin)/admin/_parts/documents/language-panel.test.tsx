// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FormLabels } from '../../../../_forms/form-labels';
import { LanguagePanel, type LanguageLabels } from './language-panel';

const labels = { languages: 'Languages', names: { ar: 'Arabic' } } as unknown as LanguageLabels;
const form = { labels: { title: 'Title' }, help: { title: 'One short line.' } } as unknown as FormLabels;

test('N5 N8 labels and help keep the direction of the page beside Arabic text, which has its own', () => {
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(
    <LanguagePanel
      fields={[{ name: 'ar', required: true, node: { kind: 'group', fields: [{ name: 'title', required: true, node: { kind: 'text', format: 'plain', nullable: false } }] } }]}
      texts={{ ar: { title: 'جيت' } }} errors={{}} form={form} labels={labels} onChange={() => undefined}
    />,
  );
  const field = place.querySelector('input')!;
  expect([field.value, field.getAttribute('dir'), field.getAttribute('lang')]).toEqual(['جيت', 'auto', 'ar']);
  expect(place.querySelector('label')?.closest('[dir]') ?? null).toBeNull();
});
