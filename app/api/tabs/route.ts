import { methods } from '@/lib/api/methods';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';

const hide = (tab: 'visitor' | 'learner') => `[data-tab='${tab}']{display:none}`;

/**
 * Row B2 without JavaScript: kept pages are the same for everybody, so a style sheet of one rule says whose tabs these
 * are. It looks at the same hint as the head's script, for display only; nobody's page with scripts asks for it.
 */
const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: async (request) => {
    const hint = cookieOf(request.headers, cookieNames().hint) ?? '';
    return new Response(hide(hint === '' || hint === 'guest' ? 'learner' : 'visitor'), {
      headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'private, no-store', vary: 'cookie' },
    });
  },
});
export { GET, POST, PUT, PATCH, DELETE, OPTIONS };
