import { receiveCallback } from '@/lib/checkout/receive-callback';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { methods } from '@/lib/api/methods';
import { readText } from '@/lib/api/request-body';

const mostBytes = 256 * 1024;

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  // Nobody's session is looked up for a caller who proves itself by signature.
  POST: handler({ origin: 'any', actorOf: () => Promise.resolve(null) }, async ({ request }) => {
    const macs = new URL(request.url).searchParams.getAll('hmac');
    await receiveCallback({ text: await readText(request, mostBytes), macs, now: now() });
    return {};
  }),
});
