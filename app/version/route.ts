import Negotiator from 'negotiator';
import { fontsOf } from '@/app/[lang]/fonts';
import { config } from '@/lib/config/config';
import { readHeader, readSiteConfig, readStyle } from '@/lib/content/read';
import { styleSheetOf } from '@/lib/content/style-sheet';
import { versionAnswer } from '@/lib/api/answers/content';
import { handler } from '@/lib/api/handler';
import { pageNonce } from '@/lib/cache/page-context';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { version } from '@/lib/config/version';
import { versionPage } from './version-page';

export const dynamic = 'force-dynamic';

/** Build version and project name; JSON when the caller prefers it, else a page in the caller's language (A9). */
export const GET = handler({ access: 'anyone', answers: { 200: versionAnswer } }, async ({ request, lang }) => {
  const headers = { 'cache-control': 'no-cache', vary: 'accept, accept-language' };
  const site = await readSiteConfig();
  const { siteProject: project } = config();
  if (prefersJson(request.headers.get('accept'))) return Response.json({ ...version(), project, productName: site?.productName ?? project }, { headers });
  return new Response(await pageIn(lang, site?.productNames[lang] ?? project), { headers: { ...headers, 'content-type': 'text/html; charset=utf-8' } });
});

const prefersJson = (accept: string | null): boolean =>
  accept !== null && new Negotiator({ headers: { accept } }).mediaType(['text/html', 'application/json']) === 'application/json';

async function pageIn(lang: Language, productName: string): Promise<string> {
  const [translate, header, style] = await Promise.all([translatorOf(lang), readHeader(), readStyle()]);
  const { version: number, commit } = version();
  return versionPage({
    lang, productName, nonce: pageNonce(), theme: style ? styleSheetOf(style) : '', fonts: fontsOf(lang), logo: header?.logo ?? null, title: translate('chrome.version_title'),
    facts: [
      [translate('chrome.version_number'), number],
      ...(commit ? [[translate('chrome.version_commit'), commit.slice(0, 12)] as const] : []),
      [translate('chrome.version_project'), config().siteProject],
    ],
    home: { href: `/${lang}/home`, label: translate('chrome.to_home') },
  });
}
