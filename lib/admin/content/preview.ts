import 'server-only';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { assertMay, may, type Actor, type MaybeActor } from '@/lib/actor';
import { actorOf } from '@/lib/auth/sessions/actor-of';
import { config } from '@/lib/config/config';
import { hmacOf, safeEqual } from '@/lib/config/secrets';
import { pageOf } from '@/lib/content/page-of';
import { languages, type Language } from '@/lib/language';
import type { PreviewRole } from '@/lib/process/preview-check';
import { requireKnownDocument } from './documents';

const lifetimeSeconds = 15 * 60;
const purpose = 'content-preview';

export const previewSchema = z.object({ lang: z.enum(languages) });

/** The page on which a document is seen best, after the language. */
export function pageOfDocument(id: string): string {
  const [folder = '', file = ''] = id.split('.');
  return pageOf(folder, file);
}

/** The address of a page as it would be with everything that is saved; for this session alone, for a quarter of an hour. @throws Problem 401, 403, 404 */
export async function previewAddress(actor: MaybeActor, id: string, lang: Language, at: Date): Promise<{ url: string }> {
  assertMay(actor, 'content');
  await requireKnownDocument(actor, id);
  return { url: `/${lang}${pageOfDocument(id)}?preview=${previewToken(actor, at)}` };
}

/** The page that a draft of a course will have. */
export const coursePreviewAddress = (actor: Actor, slug: string, lang: Language, at: Date): string =>
  `/${lang}/details/course-page/courses-data/${encodeURIComponent(slug)}?preview=${previewToken(actor, at)}`;

/** For a quarter of an hour of this session. */
export function previewToken({ sessionId }: Actor, at: Date): string {
  const expires = String(Math.floor(at.getTime() / 1000) + lifetimeSeconds);
  return `${expires}.${signatureOf(expires, sessionId)}`;
}

const signatureOf = (expires: string, sessionId: string): string => hmacOf(purpose, `${expires}:${sessionId}`);

/** For the HTTP server (lib/process/preview-check.ts). The session is looked up: one that ended, or lost its role, sees no preview. */
export async function previewRoleOf(headers: IncomingHttpHeaders, token: string, now: Date): Promise<PreviewRole | null> {
  const [, expires, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  if (!expires || !signature || Number(expires) * 1000 <= now.getTime()) return null;
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const actor = await actorOf(new Request(config().siteUrl, { headers: sent }));
  if (!actor || !(may(actor, 'content') || may(actor, 'articles')) || !safeEqual(signature, signatureOf(expires, actor.sessionId))) return null;
  return may(actor, 'administer') ? 'admin' : 'editor';
}
