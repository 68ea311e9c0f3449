import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { config } from '@/lib/config/config';
import { directionOf, internationalLanguage, type Language, languageOfHeader, languages } from '@/lib/language';
import { countRefusal } from '@/lib/process/recorded-metrics';
import { isCallPath, isPage } from '@/lib/routes';
import { escapeHtml } from '@/lib/text';
import { dataPolicy } from '@/server/plugins/security-headers';
import type { QueueFull } from './load-limits';
import type { RenderResult } from './rendering/render';

/** Limits that `server/` enforces, by their names in `/metrics`. */
export const requestLimitNames = [
  'body-size',
  'bodies-in-memory',
  'callbacks',
  'calls',
  'disk-space',
  'lesson-connections',
  'missing-pages',
  'monitoring',
  'pages',
  'refused-calls',
  'render-queue',
  'renders',
  'searches',
] as const;

type RequestLimitName = (typeof requestLimitNames)[number];

export interface Refusal {
  readonly status: number;
  readonly key: string;
  readonly limit?: RequestLimitName;
  readonly title?: string;
  readonly lang?: Language;
  readonly retryAfterSeconds?: number;
  readonly allow?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const titlesByLanguage = new Map<Language, Readonly<Record<string, string>>>();

/** Falls back to the key if the content has no title (B10). */
function titleOf(key: string, lang: Language): string {
  let known = titlesByLanguage.get(lang);
  if (!known) {
    known = readTitles(lang);
    titlesByLanguage.set(lang, known);
  }
  return known[key.replaceAll('-', '_')] ?? key;
}

function readTitles(lang: Language): Readonly<Record<string, string>> {
  try {
    const { contentDir, siteProject } = config();
    const messages = JSON.parse(readFileSync(join(contentDir, siteProject, 'i18n', `${lang}.json`), 'utf8')) as {
      problems?: Record<string, string>;
    };
    return messages.problems ?? {};
  } catch {
    return {};
  }
}

function opensPage({ route, segments }: FastifyRequest): boolean {
  if (!route) return !isCallPath(segments ?? []);
  return isPage(route) || route.opensPage === true;
}

export const wantsPage = (request: FastifyRequest): boolean =>
  opensPage(request) && (request.headers.accept ?? '').includes('text/html');

export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
  const { status, key, limit, retryAfterSeconds, allow } = refusal;
  if (limit) countRefusal(limit);
  const isPageWanted = wantsPage(request);
  const lang =
    refusal.lang ??
    (isPageWanted ? languages.find((each) => each === request.segments?.[0]) : undefined) ??
    languageOfHeader(request.headers['accept-language'] ?? null) ??
    internationalLanguage;
  void reply
    .code(status)
    .header('cache-control', 'no-store')
    .header('content-language', lang)
    .headers(refusal.headers ?? {});
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  if (allow !== undefined) void reply.header('allow', allow);
  if (isPageWanted) {
    const { html, policy } = problemPage(refusal.title ?? titleOf(key, lang), lang);
    return void reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
  }
  void reply.type('application/problem+json; charset=utf-8').send(problemDocument(refusal, lang, request.id));
}

export function problemDocument(
  { status, key, title }: Pick<Refusal, 'status' | 'key' | 'title'>,
  lang: Language,
  requestId: string,
): Buffer {
  return Buffer.from(
    JSON.stringify({ type: `/problems/${key}`, title: title ?? titleOf(key, lang), status, requestId }),
  );
}

/** Reads a problem document of the application, so that it can be shown as a page. */
export function refusalOfProblem({ status, headers, body }: RenderResult): Refusal | null {
  if (!String(headers['content-type'] ?? '').startsWith('application/problem+json')) return null;
  const { type, title } = JSON.parse(body.toString('utf8')) as { type: string; title: string };
  const retryAfter = headers['retry-after'];
  return {
    status,
    title,
    key: type.replace(/^.*\//, ''),
    ...(retryAfter === undefined ? {} : { retryAfterSeconds: Number(retryAfter) }),
  };
}

export const refusalOfQueue = ({ isOfAddress }: QueueFull): Refusal =>
  isOfAddress
    ? { status: 429, key: 'too-many-requests', limit: 'render-queue', retryAfterSeconds: 2 }
    : { status: 503, key: 'busy', limit: 'render-queue', retryAfterSeconds: 2 };

export const answerTooLate: Refusal = { status: 503, key: 'unavailable', retryAfterSeconds: 5 };

/** Delay refusals, because clients retry immediately. */
const refusalDelayMs = 1_000;

export async function refuseRender(
  request: FastifyRequest,
  reply: FastifyReply,
  limit: RequestLimitName,
  retryAfterSeconds: number,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, refusalDelayMs);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  sendRefusal(request, reply, { status: 429, key: 'too-many-requests', limit, retryAfterSeconds });
}

const colour = /^(?:#[0-9a-f]{3,8}|[a-z]+\([\d\s.,%/a-z-]*\))$/i;
const usedColours = ['paper', 'ink', 'ink-soft', 'line', 'accent', 'on-accent', 'focus'] as const;
const systemColours: Record<(typeof usedColours)[number], string> = {
  paper: 'Canvas',
  ink: 'CanvasText',
  'ink-soft': 'CanvasText',
  line: 'GrayText',
  accent: 'LinkText',
  'on-accent': 'Canvas',
  focus: 'Highlight',
};

const layout = `body{display:grid;box-sizing:border-box;min-block-size:100vh;margin:0;padding:1.5rem;grid-template-rows:auto 1fr;background:var(--paper);color:var(--ink);font:1.0625rem/1.7 'Segoe UI',Tahoma,system-ui,sans-serif}
header{padding-block-end:1rem;border-block-end:1px solid var(--line);font-weight:600}main{display:grid;align-self:center;justify-self:center;max-inline-size:34rem;padding-block-end:12vh;justify-items:center;text-align:center}
svg{color:var(--accent)}h1{margin:1.5rem 0;font-size:clamp(1.5rem,1.2rem + 1.6vw,2.25rem);line-height:1.4;text-wrap:balance}p{display:flex;margin:0;flex-wrap:wrap;justify-content:center;gap:.75rem}
a{display:inline-flex;min-block-size:2.875rem;padding-inline:1.375rem;border:1px solid var(--ink-soft);border-radius:999px;align-items:center;color:inherit;text-decoration:none}a:first-child{border-color:transparent;background:var(--accent);color:var(--on-accent)}a:focus-visible{outline:3px solid var(--focus);outline-offset:3px}`;

const star =
  '<svg width="72" height="72" viewBox="0 0 48 48" fill="none" stroke="currentColor" stroke-width="1.5" aria-hidden="true"><path d="M9.9 9.9h28.2v28.2H9.9z"/><path d="M24 4l20 20-20 20L4 24z"/><circle cx="24" cy="24" r="5"/></svg>';

interface PageStyle {
  style: string;
  policy: string;
}
interface ProblemTexts {
  product: string;
  retry: string;
  home: string;
}

let pageStyle: PageStyle | undefined;
const wordsByLanguage = new Map<Language, ProblemTexts>();

/** Needs neither Next nor other files, because those may be missing. */
function problemPage(title: string, lang: Language): { html: string; policy: string } {
  pageStyle ??= readPageStyle();
  const { product, retry, home } = readWords(lang);
  const html =
    `<!DOCTYPE html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>${pageStyle.style}</style></head>` +
    `<body><header>${escapeHtml(product)}</header><main>${star}<h1>${escapeHtml(title)}</h1><p><a href="">${escapeHtml(retry)}</a><a href="/${lang}/home">${escapeHtml(home)}</a></p></main></body></html>`;
  return { html, policy: pageStyle.policy };
}

function readPageStyle(): PageStyle {
  const { contentDir, siteProject } = config();
  const colours = readJson(join(contentDir, siteProject, 'style.json'));
  const valueOf = (name: string): string | undefined => {
    const value = colours[`--${name}`];
    return typeof value === 'string' && colour.test(value) ? value : undefined;
  };
  const themeRule = (start: '' | 'dark-') =>
    usedColours
      .map((name) => `--${name}:${valueOf(`${start}${name}`) ?? valueOf(name) ?? systemColours[name]}`)
      .join(';');
  const style = `:root{color-scheme:light dark;${themeRule('')}}@media (prefers-color-scheme:dark){:root{${themeRule('dark-')}}}${layout}`;
  return { style, policy: `${dataPolicy}; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'` };
}

function readWords(lang: Language): ProblemTexts {
  const cachedTexts = wordsByLanguage.get(lang);
  if (cachedTexts) return cachedTexts;
  const { contentDir, siteProject } = config();
  const { chrome } = readJson(join(contentDir, siteProject, 'i18n', `${lang}.json`)) as {
    chrome?: Record<string, string>;
  };
  const { productNames } = readJson(join(contentDir, 'config.json')) as { productNames?: Record<string, string> };
  const read = {
    product: productNames?.[lang] ?? siteProject,
    retry: chrome?.retry ?? 'Try again',
    home: chrome?.to_home ?? 'Home',
  };
  wordsByLanguage.set(lang, read);
  return read;
}

function readJson(path: string): Record<string, unknown> {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  } catch {
    return {};
  }
}
