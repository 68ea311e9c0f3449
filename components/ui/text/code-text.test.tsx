import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { CodeText } from './code-text';

const renderHtml = (text: string) =>
  renderToStaticMarkup(<CodeText>{text}</CodeText>).replaceAll(/ class="[^"]*"/g, '');

describe('CodeText', () => {
  it('renders text between backticks as left-to-right code [N16]', () => {
    expect(renderHtml('كم عنصرًا في `[3].map(f)` و`[]`؟')).toBe(
      'كم عنصرًا في <code dir="ltr">[3].map(f)</code> و<code dir="ltr">[]</code>؟',
    );
  });

  it('leaves unpaired backticks unchanged and escapes markup [N16]', () => {
    expect(renderHtml('one ` alone')).toBe('one ` alone');
    expect(renderHtml('``')).toBe('``');
    expect(renderHtml('`<b>`')).toBe('<code dir="ltr">&lt;b&gt;</code>');
  });
});
