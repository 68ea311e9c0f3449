import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CodeText } from './code-text';

const html = (text: string) => renderToStaticMarkup(<CodeText>{text}</CodeText>).replaceAll(/ class="[^"]*"/g, '');

describe('CodeText', () => {
  it('N16 sets what stands between backticks as code from left to right', () => {
    expect(html('كم عنصرًا في `[3].map(f)` و`[]`؟')).toBe('كم عنصرًا في <code dir="ltr">[3].map(f)</code> و<code dir="ltr">[]</code>؟');
  });

  it('N16 leaves text without a pair of backticks, and escapes markup', () => {
    expect(html('one ` alone')).toBe('one ` alone');
    expect(html('``')).toBe('``');
    expect(html('`<b>`')).toBe('<code dir="ltr">&lt;b&gt;</code>');
  });
});
