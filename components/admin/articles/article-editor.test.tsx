// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import type { FormLabels } from '@/components/form/form-labels';
import type { GroupNode } from '@/lib/content/form/form-node';
import { provideMessages } from '@/tests/support/with-messages';
import { ArticleEditor } from './article-editor';

vi.mock('next/navigation', () => ({ useRouter: () => ({ replace: () => undefined, refresh: () => undefined }) }));

const names = new Proxy({}, { get: (_target, name) => String(name) });
const form = { labels: { en: 'English' }, help: {}, messages: {}, rich: names, picker: names } as unknown as FormLabels;
const title = { name: 'title', required: true, node: { kind: 'text', format: 'plain', nullable: false } } as const;
const node: GroupNode = {
  kind: 'group',
  fields: [
    {
      name: 'texts',
      required: true,
      node: {
        kind: 'group',
        fields: ['ar', 'en'].map((name) => ({ name, required: false, node: { kind: 'group', fields: [title] } })),
      },
    },
  ],
};

test('a language of an article is removed only after a question that names it [N8]', () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const buildText = (name: string) => ({ title: name, description: '', html: '' });
  act(() =>
    root.render(
      provideMessages(
        <ArticleEditor
          id="one"
          isNew={false}
          version={{ number: 1, updatedAt: null }}
          values={{ id: 'one', texts: { ar: buildText('عنوان'), en: buildText('Title') } } as never}
          published={null}
          userId="hala"
          node={node}
          lessons={[]}
          lang="ar"
          folder="/ar/admin/articles"
          now="2026-11-29T10:00:00.000Z"
          forms={{ settings: form, texts: form }}
        />,
      ),
    ),
  );
  const listTitles = () => [...place.querySelectorAll<HTMLInputElement>('[name$=".title"]')].map(({ value }) => value);
  const press = (within: ParentNode, label: string) =>
    act(() => [...within.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click());
  const english = place.querySelector('[aria-label=English]')!;
  press(english, 'article_remove_language');
  const dialog = [...english.querySelectorAll('dialog')].at(-1)!;
  expect([listTitles(), dialog.open, dialog.querySelector('h2')?.textContent]).toEqual([
    ['عنوان', 'Title'],
    true,
    'article_remove_language: English',
  ]);
  press(dialog, 'cancel');
  expect([listTitles().length, dialog.open]).toEqual([2, false]);
  press(english, 'article_remove_language');
  press(dialog, 'article_remove_language');
  expect(listTitles()).toEqual(['عنوان']);
  act(() => root.unmount());
  place.remove();
});
