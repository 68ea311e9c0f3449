import { receiveNotification } from '@/lib/checkout/settlement/notification';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { readText } from '@/lib/api/request-body';

const maxBytes = 256 * 1024;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  // Nobody's session is looked up for a caller who proves itself by signature.
  POST: handler({ origin: 'any', actorOf: () => Promise.resolve(null) }, async ({ request }) => {
    await receiveNotification({ body: await readText(request, maxBytes), query: new URL(request.url).searchParams, now: now() });
    return {};
  }),
});
