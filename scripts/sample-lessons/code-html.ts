const escape = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export const renderInlineCode = (text: string): string => escape(text).replace(/`([^`]+)`/g, '<code>$1</code>');

const kinds: ReadonlyArray<readonly [kind: string, pattern: string]> = [
  ['comment', '(?<!:)\\/\\/.*|\\{\\/\\*.*?\\*\\/\\}|^#.*|^\\$'],
  ['string', '\'[^\'\\n]*\'|"[^"\\n]*"|`[^`]*`'],
  ['tag', '<\\/?[\\w.]+|\\/?>(?!=)'],
  [
    'word',
    '\\b(?:import|from|export|default|async|function|return|const|await|if|new|throw|try|catch|type|interface)\\b',
  ],
];
const pattern = new RegExp(kinds.map(([, each]) => `(${each})`).join('|'), 'gm');

function colourCodeLine(line: string): string {
  let html = '';
  let end = 0;
  for (const found of line.matchAll(pattern)) {
    const kind = kinds[found.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? '';
    html += `${escape(line.slice(end, found.index))}<i class="${kind}">${escape(found[0])}</i>`;
    end = found.index + found[0].length;
  }
  return html + escape(line.slice(end));
}

/** @param highlightedLines counted from 1; without any, all lines are highlighted */
export function renderCode(code: string, file: string | undefined, highlightedLines: readonly number[] = []): string {
  const lines = code
    .split('\n')
    .map(
      (line, index) =>
        `<span class="line${highlightedLines.length === 0 ? '' : highlightedLines.includes(index + 1) ? ' lit' : ' dim'}">${colourCodeLine(line) || ' '}</span>`,
    )
    .join('');
  return `<div class="code">${file ? `<div class="file">${escape(file)}</div>` : ''}<pre>${lines}</pre></div>`;
}
