import 'server-only';
import type { OrderPurpose } from '@/generated/prisma/enums';
import { isOn } from '@/lib/content/capabilities';
import { db, type Prisma } from '@/lib/database/client';

const capabilityOf = { gift: 'gifts', seats: 'seats' } as const;

/** For oneself always; for others while it is switched on (decision 171). */
export const isOfferedFor = async (purpose: OrderPurpose): Promise<boolean> => purpose === 'self' || isOn(capabilityOf[purpose]);

/** Orders whose purchase can be begun again. Not asked inside of a transaction, as `isOn`. */
export async function stillSold(): Promise<Prisma.OrderWhereInput> {
  const [bundles, gifts, seats] = await Promise.all([isOn('bundles'), isOn('gifts'), isOn('seats')]);
  const purposes: OrderPurpose[] = ['self', ...(gifts ? ['gift' as const] : []), ...(seats ? ['seats' as const] : [])];
  return { purpose: { in: purposes }, product: { active: true, ...(bundles ? {} : { bundled: { none: {} } }) } };
}

export async function isStillSold(orderId: string): Promise<boolean> {
  const client = await db();
  return (await client.order.count({ where: { id: orderId, AND: [await stillSold()] } })) > 0;
}
