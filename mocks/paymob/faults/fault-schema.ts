import { z } from 'zod';

export const operations = ['intention.create', 'intention.update', 'intention.read', 'auth', 'inquiry', 'refund', 'void', 'capture', 'checkout', 'callback'] as const;
export type Operation = (typeof operations)[number];

/** What goes wrong with the next `times` calls of an operation. */
export const faultSchema = z.strictObject({
  op: z.enum(operations),
  times: z.int().min(1).default(1),
  /** Answers with this status and does nothing. */
  status: z.int().min(200).max(599).optional(),
  body: z.unknown().optional(),
  /** Wall-clock wait before anything else (callbacks: before the first attempt). */
  delayMs: z.int().min(0).optional(),
  /** Wall-clock wait after the work is done and before the answer: the callback may overtake it. */
  answerDelayMs: z.int().min(0).optional(),
  /** Cuts the connection: before the work is done, or after it, so that the caller cannot know. */
  drop: z.enum(['before', 'after']).optional(),
  /** Never answers. */
  hang: z.boolean().optional(),
  /** Does the work, then answers with a proxy's HTML page or with half a JSON document. */
  html: z.boolean().optional(),
  badJson: z.boolean().optional(),
  /** Does the work, then overwrites these top-level fields of the JSON answer. */
  patch: z.record(z.string(), z.unknown()).optional(),
  /** Refunds only: Paymob's "no" inside a 200, or one that is settled later. */
  outcome: z.enum(['refused', 'pending']).optional(),
  settleMs: z.int().min(0).default(3000),
  /** Callbacks only: how often to send, and which field to spoil (`hmac` or one of `obj`). */
  copies: z.int().min(0).max(1000).optional(),
  corrupt: z.string().optional(),
});
export type Fault = z.infer<typeof faultSchema>;
