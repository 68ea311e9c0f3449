import 'server-only';
import { config } from '@/lib/config/config';
import { hmacOf, safeEqual } from '@/lib/config/secrets';

/** What a signed address allows: one user, in one session, one file of one version of a lesson's video. */
export interface MediaGrant { userId: string; sessionId: string; courseSlug: string; lesson: string; file: string; /** `videoVersion` */ video: string }

const purpose = 'media-url';

/** Every part is length-prefixed, so that no two grants have the same text. */
function textOf(grant: MediaGrant, expiresAtSeconds: number): string {
  const parts = [grant.userId, grant.sessionId, grant.courseSlug, grant.lesson, grant.file, grant.video, String(expiresAtSeconds)];
  return parts.map((part) => `${Buffer.byteLength(part)}:${part}`).join('');
}

const base = (grant: Pick<MediaGrant, 'userId'>) => `/api/user/${encodeURIComponent(grant.userId)}/video`;

function signedQuery(grant: MediaGrant, now: Date): string {
  const exp = Math.floor(now.getTime() / 1000) + config().mediaUrlTtlSeconds;
  return `${grant.video === '' ? '' : `video=${grant.video}&`}exp=${exp}&sig=${hmacOf(purpose, textOf(grant, exp))}`;
}

export function signedStreamUrl(grant: MediaGrant, now: Date): string {
  const place = `${base(grant)}/stream/${encodeURIComponent(grant.courseSlug)}/${encodeURIComponent(grant.lesson)}`;
  return `${place}?file=${encodeURIComponent(grant.file)}&${signedQuery(grant, now)}`;
}

export function signedPlaylistUrl(grant: MediaGrant, now: Date): string {
  const id = `${encodeURIComponent(grant.courseSlug)}~${encodeURIComponent(grant.lesson)}`;
  return `${base(grant)}/playlist/${id}?rendition=${encodeURIComponent(grant.file)}&${signedQuery(grant, now)}`;
}

/** No file of a video has such a name. */
export const attachmentFile = (attachmentId: string): string => `attachments/${attachmentId}`;

/** An attachment belongs to a lesson, not to a version of its video. */
export function signedAttachmentUrl({ attachmentId, ...grant }: Omit<MediaGrant, 'file' | 'video'> & { attachmentId: string }, now: Date): string {
  const query = signedQuery({ ...grant, file: attachmentFile(attachmentId), video: '' }, now);
  return `/api/user/${encodeURIComponent(grant.userId)}/attachments/${encodeURIComponent(attachmentId)}?${query}`;
}

/** Whether `sig` was made for exactly this, and `exp` is not past. */
export function isGranted(grant: MediaGrant, query: URLSearchParams, now: Date): boolean {
  const exp = query.get('exp') ?? '';
  const sig = query.get('sig') ?? '';
  if (!/^\d{1,12}$/.test(exp) || Number(exp) * 1000 <= now.getTime()) return false;
  return safeEqual(sig, hmacOf(purpose, textOf(grant, Number(exp))));
}

export const isSigned = (query: URLSearchParams): boolean => query.has('sig') || query.has('exp');
