import { cookieNames, findCookie } from '@/lib/accounts/sessions/cookies';
import { handler } from '@/lib/api/handler';

const hideTab = (tab: 'visitor' | 'learner') => `[data-tab='${tab}']{display:none}`;

/** Row B2: cached pages contain the tabs for visitors and for learners. Without JavaScript, this CSS hides one set. */
export const GET = handler(
  {
    id: 'getTabStyles',
    tag: 'Content',
    summary: 'CSS that hides the tabs for visitors or for learners',
    access: 'anyone',
    answers: { 200: 'text/css' },
  },
  ({ request }) => {
    const hint = findCookie(request.headers, cookieNames().hint) ?? '';
    return new Response(hideTab(hint === '' || hint === 'guest' ? 'learner' : 'visitor'), {
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'private, no-store', vary: 'cookie' },
    });
  },
);
