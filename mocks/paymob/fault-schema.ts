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
  /** Waits before any work, or before a callback's first attempt; real time. */
  delayMs: z.int().min(0).optional(),
  /** Waits between the work and the response, so that the callback may overtake it; real time. */
  answerDelayMs: z.int().min(0).optional(),
  drop: z.enum(['before', 'after']).optional(),
  hang: z.boolean().optional(),
  /** Does the work, then answers with a proxy's HTML page or with half a JSON document. */
  html: z.boolean().optional(),
  badJson: z.boolean().optional(),
  patch: z.record(z.string(), z.unknown()).optional(),
  /** Refunds only: `refused` is Paymob's refusal inside a 200; `pending` settles later. */
  outcome: z.enum(['refused', 'pending']).optional(),
  settleMs: z.int().min(0).default(3000),
  /** Callbacks only: number of copies, and the field to break (`hmac` or one of `obj`). */
  copies: z.int().min(0).max(1000).optional(),
  corrupt: z.string().optional(),
});
export type Fault = z.infer<typeof faultSchema>;
