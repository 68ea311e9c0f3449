import { config } from '@/lib/config';
import { forbidden } from '@/lib/problem';

/**
 * `own`: a call that rests on a cookie must come from the site's own origin (api.md, Who may call).
 * `not-foreign`: only a foreign origin is refused (`/auth/*`). `any`: another server calls (Paymob's callback).
 */
export type OriginRule = 'own' | 'not-foreign' | 'any';

const safe = new Set(['GET', 'HEAD', 'OPTIONS']);

/** @throws Problem 403 `foreign-origin` */
export function assertOrigin(request: Request, rule: OriginRule, hasActor: boolean): void {
  if (rule === 'any' || safe.has(request.method)) return;
  const verdict = originVerdict(request.headers);
  if (verdict === 'foreign') throw forbidden('foreign-origin');
  const byCookie = hasActor && !request.headers.has('authorization');
  if (verdict === 'unknown' && rule === 'own' && byCookie) throw forbidden('foreign-origin');
}

function originVerdict(headers: Headers): 'own' | 'foreign' | 'unknown' {
  const origin = headers.get('origin');
  if (origin !== null) return origin === config().siteUrl ? 'own' : 'foreign';
  const site = headers.get('sec-fetch-site');
  if (site === null) return 'unknown';
  return site === 'same-origin' || site === 'none' ? 'own' : 'foreign';
}
