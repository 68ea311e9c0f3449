import 'server-only';
import { assertSelf, type Actor, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { notFound } from '@/lib/problem';
import { takeLimit } from '@/lib/database/rate-limit';

/** Everything stored about a person, without secrets (hashes, keys). @throws Problem 401, 403, 429 */
export async function exportOf(actor: MaybeActor, userId: string, now: Date) {
  assertSelf(actor, userId);
  await takeLimit('export-user', actor.userId, now);
  const client = await db();
  const user = await client.user.findUnique({
    where: { id: userId },
    select: {
      id: true, role: true, email: true, emailConfirmedAt: true, name: true, phone: true, lang: true, totpConfirmedAt: true, createdAt: true,
      providerAccounts: { select: { provider: true, email: true, createdAt: true } },
      passkeys: { select: { name: true, createdAt: true, lastUsedAt: true, backedUp: true } },
      sessions: { select: { userAgent: true, address: true, createdAt: true, lastSeenAt: true, revokedAt: true } },
      orders: { select: { number: true, description: true, amountPiastres: true, currency: true, status: true, method: true, billing: true, createdAt: true, paidAt: true, refundedAt: true } },
      enrolments: { select: { courseSlug: true, source: true, grantedAt: true, revokedAt: true } },
      progress: { select: { courseSlug: true, lesson: true, played: true, positionSeconds: true, watchedSeconds: true, updatedAt: true } },
      accesses: { select: { courseSlug: true, lesson: true, firstAt: true } },
      certificates: { select: { id: true, courseSlug: true, name: true, issuedAt: true } },
      feedback: { select: { courseSlug: true, rating: true, answers: true, createdAt: true } },
      refundRequests: { select: { orderId: true, reason: true, status: true, requestedAt: true, decidedAt: true } },
    },
  });
  if (!user) throw notFound();
  const enquiries = user.email ? await client.enquiry.findMany({ where: { email: user.email }, select: { fullName: true, phoneNumber: true, message: true, createdAt: true } }) : [];
  return { exportedAt: now, ...user, enquiries };
}

export interface AccountOverview { phone: string | null; emailIsConfirmed: boolean; totpConfirmedAt: Date | null }

/** What the account page shows in addition to the actor. */
export async function accountOverview(actor: Actor): Promise<AccountOverview> {
  const client = await db();
  const user = await client.user.findUniqueOrThrow({ where: { id: actor.userId }, select: { phone: true, emailConfirmedAt: true, totpConfirmedAt: true } });
  return { phone: user.phone, emailIsConfirmed: user.emailConfirmedAt !== null, totpConfirmedAt: user.totpConfirmedAt };
}
