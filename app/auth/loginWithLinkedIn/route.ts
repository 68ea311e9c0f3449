import { now } from '@/lib/clock';
import { handler } from '@/lib/guards/handler';
import { methods } from '@/lib/guards/methods';
import { pageLanguageOf } from '@/lib/guards/request-language';
import { signedIn } from '@/lib/sessions/answers';
import { deviceOf } from '@/lib/sessions/device';
import { linkedinLoginSchema, providerLogin } from '@/lib/sessions/provider-login';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ body: linkedinLoginSchema, origin: 'not-foreign' }, async ({ request, body, actor }) => {
    const time = now();
    const session = await providerLogin('linkedin', body, { actor, lang: pageLanguageOf(request), device: deviceOf(request.headers), now: time });
    return signedIn(session, { status: 200, cookies: false, now: time });
  }),
});
