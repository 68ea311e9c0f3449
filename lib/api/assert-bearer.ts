import 'server-only';
import { bearerOf } from '@/lib/auth/tokens/access-token';
import { safeEqual } from '@/lib/config/secrets';
import { unauthorized } from '@/lib/problem';

/** @param token what the caller has to show; unset, nobody gets past. @throws Problem 401 */
export function assertBearer(request: Request, token: string | null): void {
  const shown = bearerOf(request.headers);
  if (!token || !shown || !safeEqual(shown, token)) throw unauthorized();
}
