import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { readActor } from '@/lib/accounts/sessions/actor-of';
import { config } from '@/lib/config/config';
import { hmacOf, safeEqual } from '@/lib/config/secrets';
import { pagePathOf } from '@/lib/content/files';
import { type Language, languages } from '@/lib/language';
import { type Actor, assertMay, may, type MaybeActor } from '@/lib/permissions';
import type { PreviewRole } from '@/lib/process/shared-state';
import { requireKnownDocument } from './documents';

const lifetimeSeconds = 15 * 60;
const purpose = 'content-preview';

export const previewSchema = z.object({ lang: z.enum(languages) });

export function pageOfDocument(id: string): string {
  const [folder = '', file = ''] = id.split('.');
  return pagePathOf(folder, file);
}

/** Returns an address that is valid for 15 minutes in this session. @throws Problem 401, 403, 404 */
export async function previewUrl(actor: MaybeActor, id: string, lang: Language, at: Date): Promise<{ url: string }> {
  assertMay(actor, 'content');
  await requireKnownDocument(actor, id);
  return { url: `/${lang}${pageOfDocument(id)}?preview=${previewToken(actor, at)}` };
}

export const coursePreviewUrl = (actor: Actor, slug: string, lang: Language, at: Date): string =>
  `/${lang}/details/course-page/courses-data/${encodeURIComponent(slug)}?preview=${previewToken(actor, at)}`;

export function previewToken({ sessionId }: Actor, at: Date): string {
  const expires = String(Math.floor(at.getTime() / 1000) + lifetimeSeconds);
  return `${expires}.${signatureOf(expires, sessionId)}`;
}

const signatureOf = (expires: string, sessionId: string): string => hmacOf(purpose, `${expires}:${sessionId}`);

/** Reads the session from the database, so that a preview ends with the session or the editor's role. */
export async function previewRoleOf(
  headers: IncomingHttpHeaders,
  token: string,
  now: Date,
): Promise<PreviewRole | null> {
  const [, expires, signature] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
  if (!expires || !signature || Number(expires) * 1000 <= now.getTime()) return null;
  const sent = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const actor = await readActor(new Request(config().siteUrl, { headers: sent }));
  if (
    !actor ||
    !(may(actor, 'content') || may(actor, 'articles')) ||
    !safeEqual(signature, signatureOf(expires, actor.sessionId))
  )
    return null;
  return may(actor, 'administer') ? 'admin' : 'editor';
}
