import { directionOf, type Language } from '@/lib/language';
import { escapeHtml } from '@/lib/text/escape-html';

export interface VersionPage {
  readonly lang: Language;
  /** Allows the one style element; absent where nothing sets a policy. */
  readonly nonce: string | undefined;
  /** The theme as CSS text. */
  readonly theme: string;
  readonly fonts: readonly string[];
  readonly logo: string | null;
  readonly productName: string;
  readonly title: string;
  /** Label and value, in order. */
  readonly facts: readonly (readonly [string, string])[];
  readonly home: { readonly href: string; readonly label: string };
}

const ranges = [['arabic', 'U+0600-06FF, U+200C-200E, U+FB50-FDFF, U+FE70-FEFC'], ['latin', 'U+0000-00FF, U+2010-2027']] as const;

const layout = `
*{box-sizing:border-box;margin:0}
body{display:grid;min-block-size:100vh;padding:1.5rem;place-items:center;background:var(--paper,Canvas);color:var(--ink,CanvasText);font:400 1rem/1.7 Readex,'Segoe UI','Noto Sans Arabic',tahoma,sans-serif}
main{inline-size:min(100%,28rem);padding:clamp(1.5rem,6vw,2.5rem);border:1px solid var(--line,GrayText);border-radius:1.5rem;background:var(--surface,Canvas)}
header{display:flex;align-items:center;gap:1rem;margin-block-end:1.5rem}
header p{color:var(--ink-soft,CanvasText)}
h1{font-size:1.75rem;font-weight:600;line-height:1.3}
dl{display:grid;border-block-start:1px solid var(--line,GrayText)}
dl div{display:flex;padding-block:.75rem;flex-wrap:wrap;justify-content:space-between;gap:.25rem 1.5rem;border-block-end:1px solid var(--line,GrayText)}
dt{color:var(--ink-soft,CanvasText)}
dd{overflow-wrap:anywhere;font-weight:500}
a{display:inline-block;margin-block-start:1.5rem;padding-block:.625rem;color:var(--accent,LinkText)}
a:focus-visible{outline:3px solid var(--focus,Highlight);outline-offset:2px;border-radius:.25rem}`;

/** A small page in the site's colours and fonts, without scripts (A9). */
export function versionPage({ lang, nonce, theme, fonts, logo, productName, title, facts, home }: VersionPage): string {
  const faces = ranges.flatMap(([script, range]) => fonts.filter((font) => font.includes(`-${script}.`)).map((font) => `@font-face{font-family:Readex;font-weight:300 700;font-display:swap;src:url('${font}') format('woff2');unicode-range:${range}}`));
  const rows = facts.map(([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`);
  return `<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} | ${escapeHtml(productName)}</title>
${logo === null ? '' : `<link rel="icon" type="image/svg+xml" href="${escapeHtml(logo)}">`}
<style${nonce === undefined ? '' : ` nonce="${nonce}"`}>${theme}${faces.join('')}${layout}</style>
</head>
<body>
<main>
<header>${logo === null ? '' : `<img src="${escapeHtml(logo)}" alt="" width="56" height="56">`}<div><h1>${escapeHtml(productName)}</h1><p>${escapeHtml(title)}</p></div></header>
<dl>${rows.join('')}</dl>
<a href="${escapeHtml(home.href)}">${escapeHtml(home.label)}</a>
</main>
</body>
</html>
`;
}
