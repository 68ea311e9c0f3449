import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildFileName, folder, schemes, widths } from './shots';

const columns = widths.flatMap((width) => schemes.map((scheme) => ({ width, scheme })));

export default function writeContactSheets(): void {
  if (!existsSync(folder)) return;
  const languages = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const { name: lang } of languages) {
    const names = [
      ...new Set(readdirSync(join(folder, lang)).map((file) => file.replace(/-\d+-(?:light|dark)\.jpg$/, ''))),
    ];
    const renderCell =
      (name: string) =>
      ({ width, scheme }: (typeof columns)[number]) => {
        const file = `${lang}/${buildFileName(name, width, scheme)}`;
        return `<td><a href="${file}"><img src="${file}" alt="${name}, ${width} px, ${scheme}" loading="lazy"></a>`;
      };
    const rows = names.map((name) => `<tr><th>${name}${columns.map(renderCell(name)).join('')}`);
    const head = columns.map(({ width, scheme }) => `<th>${width} ${scheme}`);
    writeFileSync(
      join(folder, `${lang}.html`),
      `<!doctype html><meta charset="utf-8"><title>${lang}</title>
<style>body{font:14px sans-serif}td{vertical-align:top;padding:4px}img{display:block;height:420px;max-width:320px;object-fit:cover;object-position:top;border:1px solid #ccc}th{position:sticky;top:0;background:#fff;text-align:start;vertical-align:top}</style>
<table><tr><th>${head.join('')}${rows.join('')}</table>\n`,
    );
  }
  process.stdout.write(
    `Contact sheets: ${languages.map(({ name }) => join('test-results/pictures', `${name}.html`)).join(', ')}\n`,
  );
}
