import { createSignInOptions } from '@/lib/accounts/passkey-sign-in';
import { cookieNames, csrfTokenOf, findCookie } from '@/lib/accounts/sessions/cookies';
import { passkeyOptions } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { now } from '@/lib/clock';

export const POST = handler(
  {
    id: 'createPasskeySignInOptions',
    tag: 'Accounts',
    summary: 'Options for `navigator.credentials.get`',
    description:
      'The challenge is bound to the browser by the cookie of `/api/auth/csrf`. It works once, within 10 minutes.',
    access: 'anyone',
    answers: { 200: passkeyOptions },
    problems: [422],
    origin: 'not-foreign',
  },
  ({ request }) => createSignInOptions(csrfTokenOf(findCookie(request.headers, cookieNames().csrf)), now()),
);
