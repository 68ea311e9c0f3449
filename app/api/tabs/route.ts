import { handler } from '@/lib/api/handler';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';

const hide = (tab: 'visitor' | 'learner') => `[data-tab='${tab}']{display:none}`;

/**
 * Tabs without JavaScript (B2): cached pages are the same for everybody, so a style sheet of one rule hides the tabs that
 * are not this visitor's. It reads the same cookie as the head's script, for display only.
 */
export const GET = handler({ access: 'anyone', answers: { 200: 'text/css' } }, ({ request }) => {
  const hint = cookieOf(request.headers, cookieNames().hint) ?? '';
  return new Response(hide(hint === '' || hint === 'guest' ? 'learner' : 'visitor'), {
    headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'private, no-store', vary: 'cookie' },
  });
});
