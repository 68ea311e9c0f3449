// @vitest-environment happy-dom
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { FormLabels } from '@/components/form/form-labels';
import { provideMessages } from '@/tests/support/with-messages';
import { DifferenceList } from './difference-list';

const names = { labels: {} } as unknown as FormLabels;

function renderDifferences(before: string, after: string): string[] {
  const place = document.createElement('div');
  place.innerHTML = renderToStaticMarkup(
    provideMessages(<DifferenceList differences={[{ path: ['ar', 'html'], before, after }]} names={names} />),
  );
  return [...place.querySelectorAll('del, ins')].map((element) => element.textContent ?? '');
}

test('a changed text is compared without its tags, or with them if only the tags changed [N5]', () => {
  expect(renderDifferences('<p>قبل &amp; بعد</p>', '<p>بعد</p><ul><li>واحد</li></ul>')).toEqual([
    'قبل & بعد',
    'بعد واحد',
  ]);
  expect(renderDifferences('<p>كلمة</p>', '<p><strong>كلمة</strong></p>')).toEqual([
    '<p>كلمة</p>',
    '<p><strong>كلمة</strong></p>',
  ]);
  expect(renderDifferences('a < b', 'a <b> c')).toEqual(['a < b', 'a <b> c']);
});
