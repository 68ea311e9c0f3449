import { z } from 'zod';

const operations = [
  'intention.create',
  'intention.update',
  'intention.read',
  'auth',
  'inquiry',
  'refund',
  'void',
  'capture',
  'checkout',
  'callback',
] as const;
export type Operation = (typeof operations)[number];

export const faultSchema = z.strictObject({
  op: z.enum(operations),
  times: z.int().min(1).default(1),
  status: z.int().min(200).max(599).optional(),
  body: z.unknown().optional(),
  /** Real-time delay before any work is done, or before the first attempt to send a callback. */
  delayMs: z.int().min(0).optional(),
  /** Real-time delay between the work and the response, so that the callback may arrive before the response. */
  answerDelayMs: z.int().min(0).optional(),
  drop: z.enum(['before', 'after']).optional(),
  hang: z.boolean().optional(),
  /** Do the work, then respond with a proxy's HTML page (`html`) or half a JSON document (`badJson`). */
  html: z.boolean().optional(),
  badJson: z.boolean().optional(),
  patch: z.record(z.string(), z.unknown()).optional(),
  /** For refunds: `refused` is sent with status 200, as Paymob does. `pending` settles after `settleMs`. */
  outcome: z.enum(['refused', 'pending']).optional(),
  settleMs: z.int().min(0).default(3000),
  /** For callbacks: the number of copies, and the field to corrupt (`hmac`, or one of `obj`). */
  copies: z.int().min(0).max(1000).optional(),
  corrupt: z.string().optional(),
});
export type Fault = z.infer<typeof faultSchema>;
