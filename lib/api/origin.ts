import { config } from '@/lib/config/config';
import { forbidden } from '@/lib/problem';
import { bearerOf } from '@/lib/auth/tokens/access-token';
import { comesFromForm } from './request-body';

/**
 * `own`: a call that rests on a cookie, and every form, must come from the site's own origin (docs/api.md, Who may call); a
 * bearer, or JSON without a session, may come from anywhere.
 * `not-foreign`: a foreign origin is refused whoever calls (`/auth/*`, next-auth). `any`: another server calls (Paymob's callback).
 */
export type OriginRule = 'own' | 'not-foreign' | 'any';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** @throws Problem 403 `foreign-origin` */
export function assertOrigin(request: Request, rule: OriginRule, hasActor: boolean): void {
  if (rule === 'any' || safe.has(request.method)) return;
  const byBearer = bearerOf(request.headers) !== null;
  const byCookie = hasActor && !byBearer;
  const verdict = originVerdict(request.headers);
  if (verdict === 'foreign' && (rule === 'not-foreign' || byCookie || (comesFromForm(request) && !byBearer))) throw forbidden('foreign-origin');
  if (verdict === 'unknown' && rule === 'own' && byCookie) throw forbidden('foreign-origin');
}

function originVerdict(headers: Headers): 'own' | 'foreign' | 'unknown' {
  const origin = headers.get('origin');
  if (origin !== null) return origin === config().siteUrl ? 'own' : 'foreign';
  const site = headers.get('sec-fetch-site');
  // `none`: somebody's browser of its own accord, no page of ours.
  if (site === null || site === 'none') return 'unknown';
  return site === 'same-origin' ? 'own' : 'foreign';
}
