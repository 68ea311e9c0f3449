import { z } from 'zod';
import { receiveCallback } from '@/lib/checkout/receive-callback';
import { now } from '@/lib/clock';
import { handler } from '@/lib/api/handler';
import { readText } from '@/lib/api/request-body';

const largestBytes = 256 * 1024;

export const POST = handler({ access: 'anyone', answers: { 200: z.strictObject({}) }, origin: 'any' }, async ({ request }) => {
  const macs = new URL(request.url).searchParams.getAll('hmac');
  await receiveCallback({ text: await readText(request, largestBytes), macs, now: now() });
  return {};
});
