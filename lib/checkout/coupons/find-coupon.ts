import 'server-only';
import { db } from '@/lib/database/client';
import { isLimited, takeLimit } from '@/lib/database/rate-limit';
import { tooMany } from '@/lib/problem';

interface Asked { readonly code: string; readonly userId: string; readonly address: string; readonly now: Date }

/**
 * The id of the coupon with this folded code, or null. Guessing is limited: of a person every try counts, so that parallel
 * ones do too; of an address, which many people may share, only codes that nobody has.
 * @throws Problem 429
 */
export async function findCouponId({ code, userId, address, now }: Asked): Promise<string | null> {
  await takeLimit('coupon-user', userId, now);
  if (await isLimited('coupon-address', address, now)) throw tooMany(60);
  const client = await db();
  const found = await client.coupon.findUnique({ where: { code }, select: { id: true } });
  if (!found) await takeLimit('coupon-address', address, now);
  return found?.id ?? null;
}
