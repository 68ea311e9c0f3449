import { z } from 'zod';
import { PaymobInputError } from './errors';

export type IntentionInput = z.input<typeof intentionInput>;
export interface Intention { readonly id: string; readonly orderId: number; readonly clientSecret: string }

const name = z.string().trim().min(1).max(50);

const intentionInput = z
  .object({
    amountCents: z.int().positive(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    integrationIds: z.array(z.int().positive()).min(1).refine((ids) => new Set(ids).size === ids.length, 'repeated integration id'),
    items: z.array(z.object({ name, amountCents: z.int().positive(), description: z.string().max(255).default('') })).min(1),
    billing: z.object({
      firstName: name,
      lastName: name,
      email: z.email().max(254),
      phone: z.string().regex(/^\+?\d{1,20}$/),
    }),
    /** Unique for every attempt; comes back as `merchant_order_id`. */
    reference: z.string().min(1).max(100),
    expiresInSeconds: z.int().positive().max(3_110_400),
    notificationUrl: z.url(),
    redirectionUrl: z.url(),
  })
  .refine((input) => input.items.reduce((sum, item) => sum + item.amountCents, 0) === input.amountCents, {
    path: ['items'],
    message: 'items must sum to the amount',
  });

/** Old documents make the address mandatory, and "NA" is Paymob's own filler for it. */
const noAddress = {
  apartment: 'NA', floor: 'NA', street: 'NA', building: 'NA', postal_code: 'NA', city: 'NA', state: 'NA', country: 'EGY',
};

/** Checks what Paymob would refuse, and names Paymob's own fields. Line totals with quantity 1 fit both readings of its sum rule. */
export function intentionBody(input: IntentionInput): Record<string, unknown> {
  const parsed = intentionInput.safeParse(input);
  if (!parsed.success) {
    throw new PaymobInputError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; '));
  }
  const { billing, ...rest } = parsed.data;
  const person = { first_name: billing.firstName, last_name: billing.lastName, email: billing.email };
  return {
    amount: rest.amountCents,
    currency: rest.currency,
    payment_methods: rest.integrationIds,
    items: rest.items.map((item) => ({ name: item.name, amount: item.amountCents, description: item.description, quantity: 1 })),
    billing_data: { ...person, phone_number: billing.phone, ...noAddress },
    customer: person,
    special_reference: rest.reference,
    expiration: rest.expiresInSeconds,
    extras: { payment_id: rest.reference },
    notification_url: rest.notificationUrl,
    redirection_url: rest.redirectionUrl,
  };
}

const intentionAnswer = z.object({
  id: z.string().min(1),
  intention_order_id: z.int().positive(),
  client_secret: z.string().regex(/^[\w-]{8,200}$/),
  intention_detail: z.object({ amount: z.int(), currency: z.string() }).optional(),
});

/** Null when Paymob's answer lacks a key, or is about another amount than was asked for. */
export function parseIntention(body: unknown, asked: { amountCents: number; currency: string }): Intention | null {
  const parsed = intentionAnswer.safeParse(body);
  if (!parsed.success) return null;
  const { intention_detail: detail } = parsed.data;
  if (detail && (detail.amount !== asked.amountCents || detail.currency !== asked.currency)) return null;
  return { id: parsed.data.id, orderId: parsed.data.intention_order_id, clientSecret: parsed.data.client_secret };
}
