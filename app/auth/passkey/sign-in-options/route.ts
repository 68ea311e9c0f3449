import { passkeyOptions } from '@/lib/api/answers/account';
import { handler } from '@/lib/api/handler';
import { csrfTokenOf } from '@/lib/auth/next-auth/csrf-cookie';
import { passkeySignInOptions } from '@/lib/auth/passkeys/sign-in-with-passkey';
import { cookieNames, cookieOf } from '@/lib/auth/sessions/cookies';
import { now } from '@/lib/clock';

export const POST = handler({ access: 'anyone', answers: { 200: passkeyOptions }, origin: 'not-foreign' }, ({ request }) =>
  passkeySignInOptions(csrfTokenOf(cookieOf(request.headers, cookieNames().csrf)), now()));
