import { receiveMessage } from '@/lib/contact/receive-message';
import { contactSchema } from '@/lib/contact/schema';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { takeLimit } from '@/lib/database/rate-limit';

export const dynamic = 'force-dynamic';

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: handler({ body: contactSchema, form: { next: '/contact?sent=1', back: '/contact' } }, async ({ request, body, lang }) => {
    await takeLimit('contact-address', request.headers.get('x-client-address') ?? 'unknown', now());
    return Response.json(await receiveMessage(body, lang), { status: 201, headers: { 'cache-control': 'no-store' } });
  }),
});
