import 'server-only';
import { assertLearner, type Actor } from '@/lib/actor';
import { readBilling, type Billing } from '@/lib/checkout/orders/billing';
import { findProduct } from '@/lib/courses/catalogue/catalogue';
import type { Product } from '@/lib/courses/catalogue/course';
import { isEnrolled } from '@/lib/courses/enrolment/enrolment';
import { db } from '@/lib/database/client';
import { providerFor } from '@/lib/payments/providers';

export type Offer =
  | { readonly kind: 'unknown' }
  | { readonly kind: 'owned'; readonly product: Product }
  | { readonly kind: 'off'; readonly product: Product }
  | { readonly kind: 'buy'; readonly product: Product; readonly lessons: number; readonly billing: Partial<Billing> };

/** What the payment page can offer for a product key (row P1). */
export async function findOffer(actor: Actor, productKey: string): Promise<Offer> {
  assertLearner(actor);
  const product = await findProduct(productKey);
  if (!product?.active) return { kind: 'unknown' };
  if (await isEnrolled({ userId: actor.userId, courseSlug: product.courseSlug })) return { kind: 'owned', product };
  if (!providerFor(product.amountPiastres)) return { kind: 'off', product };
  const client = await db();
  const lessons = await client.lesson.count({ where: { courseSlug: product.courseSlug } });
  return { kind: 'buy', product, lessons, billing: await findBilling(actor) };
}

/** What the buyer typed last time, else what the account says. */
async function findBilling(actor: Actor): Promise<Partial<Billing>> {
  const client = await db();
  const last = await client.order.findFirst({ where: { userId: actor.userId }, orderBy: { createdAt: 'desc' }, select: { billing: true } });
  const billing = last && readBilling(last.billing);
  if (billing) return billing;
  const user = await client.user.findUnique({ where: { id: actor.userId }, select: { name: true, phone: true, email: true } });
  const [first = '', ...rest] = (user?.name ?? actor.name).trim().split(/\s+/);
  return {
    first_name: first,
    last_name: rest.join(' '),
    phone_number: (user?.phone ?? '').replace(/\D/g, ''),
    email: user?.email ?? actor.email ?? '',
  };
}
