import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Money } from './money';

test('each part of an amount is alone in its element, and translation is disabled [B16]', () => {
  for (const minus of [true, false]) {
    const html = renderToString(<Money piastres={18_000} lang="en" minus={minus} />);
    expect(html).toContain('translate="no"');
    // React writes an empty comment between two text nodes of one element.
    expect(html).not.toContain('<!-- -->');
    expect(html).toMatch(/<span[^>]*>−?180<\/span> <span>L\.E<\/span>/);
  }
});
