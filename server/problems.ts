import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { config } from '@/lib/config/config';
import { internationalLanguage, languageOfHeader, languages, type Language } from '@/lib/language';
import { isCallPath, isPage } from '@/lib/routes';
import type { QueueFull } from './fair-queue';
import { problemPage } from './problem-page';

export interface Refusal {
  readonly status: number;
  /** the stable end of the document's `type` */
  readonly key: string;
  /** of a check of the application's, in the caller's language */
  readonly title?: string;
  readonly lang?: Language;
  readonly retryAfterSeconds?: number;
  /** methods, when one is refused */
  readonly allow?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const texts = new Map<Language, Readonly<Record<string, string>>>();

/** The key itself where the content has no title for it, or cannot be read (B10). */
function titleOf(key: string, lang: Language): string {
  let known = texts.get(lang);
  if (!known) {
    known = readTitles(lang);
    texts.set(lang, known);
  }
  return known[key.replaceAll('-', '_')] ?? key;
}

function readTitles(lang: Language): Readonly<Record<string, string>> {
  try {
    const { contentDir, siteProject } = config();
    const messages = JSON.parse(readFileSync(join(contentDir, siteProject, 'i18n', `${lang}.json`), 'utf8')) as { problems?: Record<string, string> };
    return messages.problems ?? {};
  } catch {
    return {};
  }
}

/** Answers with a problem document (RFC 9457), or with a short page where a person reads it in a browser. */
export function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): void {
  const { status, key, retryAfterSeconds, allow } = refusal;
  const wantsPage = (request.route ? isPage(request.route) : !isCallPath(request.segments ?? [])) && (request.headers.accept ?? '').includes('text/html');
  const lang = refusal.lang ?? (wantsPage ? languages.find((each) => each === request.segments?.[0]) : undefined) ?? languageOfHeader(request.headers['accept-language'] ?? null) ?? internationalLanguage;
  void reply.code(status).header('cache-control', 'no-store').header('content-language', lang).headers(refusal.headers ?? {});
  if (retryAfterSeconds !== undefined) void reply.header('retry-after', retryAfterSeconds);
  if (allow !== undefined) void reply.header('allow', allow);
  if (wantsPage) {
    const { html, policy } = problemPage(refusal.title ?? titleOf(key, lang), lang);
    return void reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send(html);
  }
  void reply.type('application/problem+json; charset=utf-8').send(problemDocument(refusal, lang, request.id));
}

export function problemDocument({ status, key, title }: Pick<Refusal, 'status' | 'key' | 'title'>, lang: Language, requestId: string): Buffer {
  return Buffer.from(JSON.stringify({ type: `/problems/${key}`, title: title ?? titleOf(key, lang), status, requestId }));
}

export const refusalOfQueue = ({ isOfAddress }: QueueFull): Refusal =>
  (isOfAddress ? { status: 429, key: 'too-many-requests', retryAfterSeconds: 2 } : { status: 503, key: 'busy', retryAfterSeconds: 2 });

/** For an `AnswerTimeout`. */
export const answerTooLate: Refusal = { status: 503, key: 'unavailable', retryAfterSeconds: 5 };

/** A connection that renders too much gets one refusal a second: refused at once, it would only ask again at once. */
const refusalDelayMs = 1_000;

export async function refuseRendering(request: FastifyRequest, reply: FastifyReply, retryAfterSeconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, refusalDelayMs);
    reply.raw.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  refuse(request, reply, { status: 429, key: 'too-many-requests', retryAfterSeconds });
}
