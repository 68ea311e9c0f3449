import { z } from 'zod';
import { receiveNotification } from '@/lib/checkout/settlement/notification';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { readText } from '@/lib/api/request-body';

export const POST = handler({ access: 'anyone', answers: { 200: z.strictObject({}) }, origin: 'any' }, async ({ request }) => {
  await receiveNotification({ body: await readText(request), query: new URL(request.url).searchParams, header: (name) => request.headers.get(name), now: now() });
  return {};
});
