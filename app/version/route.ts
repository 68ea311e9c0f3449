import Negotiator from 'negotiator';
import { fontsOf } from '@/app/[lang]/fonts';
import { versionAnswer } from '@/lib/api/answers/content';
import { handler } from '@/lib/api/handler';
import { pageNonce } from '@/lib/cache/page-context';
import { config } from '@/lib/config/config';
import { version } from '@/lib/config/version';
import { buildStyleSheet, readHeader, readSiteConfig, readStyle } from '@/lib/content/read';
import { loadTranslator } from '@/lib/i18n/messages';
import { directionOf, type Language } from '@/lib/language';
import { escapeHtml } from '@/lib/text';

export const dynamic = 'force-dynamic';

/** Row A9: returns JSON if the client prefers it, otherwise a page in the visitor's language. */
export const GET = handler(
  {
    id: 'getVersion',
    tag: 'Operating',
    summary: 'Version and project',
    description: 'Browsers get an HTML page instead of JSON.',
    access: 'anyone',
    answers: { 200: versionAnswer },
  },
  async ({ request, lang }) => {
    const headers = { 'cache-control': 'no-cache', vary: 'accept, accept-language' };
    const site = await readSiteConfig();
    const { siteProject: project } = config();
    if (prefersJson(request.headers.get('accept')))
      return Response.json({ ...version(), project, productName: site?.productName ?? project }, { headers });
    return new Response(await renderPageIn(lang, site?.productNames[lang] ?? project), {
      headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    });
  },
);

const prefersJson = (accept: string | null): boolean =>
  accept !== null &&
  new Negotiator({ headers: { accept } }).mediaType(['text/html', 'application/json']) === 'application/json';

async function renderPageIn(lang: Language, productName: string): Promise<string> {
  const [translate, header, style] = await Promise.all([loadTranslator(lang), readHeader(), readStyle()]);
  const { version: number, commit } = version();
  return versionPage({
    lang,
    productName,
    nonce: pageNonce(),
    theme: style ? buildStyleSheet(style) : '',
    fonts: fontsOf(lang),
    logo: header?.logo ?? null,
    title: translate('chrome.version_title'),
    facts: [
      [translate('chrome.version_number'), number],
      ...(commit ? [[translate('chrome.version_commit'), commit.slice(0, 12)] as const] : []),
      [translate('chrome.version_project'), config().siteProject],
    ],
    home: { href: `/${lang}/home`, label: translate('chrome.to_home') },
  });
}

interface VersionPage {
  readonly lang: Language;
  readonly nonce: string | undefined;
  readonly theme: string;
  readonly fonts: readonly string[];
  readonly logo: string | null;
  readonly productName: string;
  readonly title: string;
  readonly facts: readonly (readonly [string, string])[];
  readonly home: { readonly href: string; readonly label: string };
}

const ranges = [
  ['arabic', 'U+0600-06FF, U+200C-200E, U+FB50-FDFF, U+FE70-FEFC'],
  ['latin', 'U+0000-00FF, U+2010-2027'],
] as const;

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

function versionPage({ lang, nonce, theme, fonts, logo, productName, title, facts, home }: VersionPage): string {
  const faces = ranges.flatMap(([script, range]) =>
    fonts
      .filter((font) => font.includes(`-${script}.`))
      .map(
        (font) =>
          `@font-face{font-family:Readex;font-weight:300 700;font-display:swap;src:url('${font}') format('woff2');unicode-range:${range}}`,
      ),
  );
  const rows = facts.map(
    ([label, value]) => `<div><dt>${escapeHtml(label)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`,
  );
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
