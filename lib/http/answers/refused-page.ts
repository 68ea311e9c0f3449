import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { DATA_POLICY } from '@/lib/http/answers/policy';
import { languageOfReader, type FrontRefusal } from '@/lib/http/answers/problem-answer';
import { problemTitles } from '@/lib/http/answers/problem-titles';
import { directionOf, isLanguage } from '@/lib/language';

const STYLE = ':root{color-scheme:light dark;font:1.125rem/1.6 system-ui,sans-serif}body{margin:15vh auto;max-inline-size:34rem;padding-inline:1.5rem}h1{font-size:1.5rem;line-height:1.3}';
const POLICY = `${DATA_POLICY}; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

/** What a person sees of a page that is refused: one sentence in their language, the page's own when it has one. */
export function answerRefusedPage(response: ServerResponse, { status, key, retryAfterSeconds, allow }: FrontRefusal, pageLang: string | null): void {
  const lang = isLanguage(pageLang) ? pageLang : languageOfReader(response);
  const title = problemTitles[key][lang];
  const body = `<!DOCTYPE html><html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1></main></body></html>`;
  response.statusCode = status;
  response.setHeader('content-type', 'text/html; charset=utf-8');
  response.setHeader('content-language', lang);
  response.setHeader('content-security-policy', POLICY);
  response.setHeader('cache-control', 'no-store');
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds));
  if (allow !== undefined) response.setHeader('allow', allow);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
