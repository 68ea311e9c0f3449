import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { pageLanguageOf } from '@/lib/api/request-language';
import { signedIn } from '@/lib/auth/sessions/session-responses';
import { deviceOf } from '@/lib/auth/sessions/device';
import { linkedinLoginSchema, loginWithProvider } from '@/lib/auth/providers/login-with-provider';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ body: linkedinLoginSchema, origin: 'not-foreign' }, async ({ request, body, actor }) => {
    const time = now();
    const session = await loginWithProvider('linkedin', body, { actor, lang: pageLanguageOf(request), device: deviceOf(request.headers), now: time });
    return signedIn(session, { status: 200, cookies: false, now: time });
  }),
});
