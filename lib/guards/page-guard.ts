import 'server-only';
import { isLearner } from '@/lib/actor';
import { actorOf } from '@/lib/sessions/actor-of';
import { cookieNames, cookieOf } from '@/lib/sessions/cookies';
import type { PathVerdict } from './path-verdict';
import { purchaseGuard } from './purchase-guard';
import { loginPath } from './safe-next';

type Page = Extract<PathVerdict, { kind: 'page' }>;

const loginAreas = new Set(['login', 'signup', 'forgetpassword', 'resetpassword', 'otpcode']);
const learnerAreas = new Set(['profile', 'course', 'payment', 'admin']);

export const isLoginArea = (page: Page): boolean => loginAreas.has(page.area);

/**
 * Where a visitor of this page is sent instead, or null (rows G1–G4). A courtesy: every page and call asks again where
 * the data is read.
 */
export async function pageGuard(page: Page, request: Request, wanted: string): Promise<string | null> {
  if (isLoginArea(page)) return loginAreaGuard(page, request, wanted);
  if (!learnerAreas.has(page.area)) return null;
  const actor = await actorOf(request);
  if (!isLearner(actor)) return loginPath(wanted);
  const [area, slug] = page.segments;
  return area === 'course' && slug !== undefined ? purchaseGuard(actor, page.lang, slug) : null;
}

/** Row G2; and who has signed in here before but whose access has run out goes through the refresh first. */
async function loginAreaGuard(page: Page, request: Request, wanted: string): Promise<string | null> {
  const hint = cookieOf(request.headers, cookieNames().hint);
  const actor = await actorOf(request);
  if (isLearner(actor)) return `/${page.lang}/home`;
  return hint && !actor ? `/auth/resume?to=${encodeURIComponent(wanted)}` : null;
}
