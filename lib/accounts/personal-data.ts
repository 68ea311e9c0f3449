import 'server-only';
import { assertSelf, type Actor, type MaybeActor } from '@/lib/actor';
import { auditForOther } from '@/lib/accounts/audit';
import { db, type Prisma, type Tx } from '@/lib/database/client';
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
      orders: { select: { number: true, purpose: true, description: true, amountPiastres: true, discountPiastres: true, coupon: { select: { code: true } }, currency: true, status: true, method: true, billing: true, createdAt: true, paidAt: true, refundedAt: true, lines: { select: { courseSlug: true, totalPiastres: true, seat: { select: { email: true, invitedAt: true, acceptedAt: true } } } }, gift: { select: { recipientEmail: true, recipientName: true, card: true, sendAt: true, sentAt: true, openedAt: true } } } },
      openedGifts: { select: { openedAt: true, recipientName: true, card: true, order: { select: { description: true } } } },
      seats: { select: { email: true, invitedAt: true, acceptedAt: true, line: { select: { courseSlug: true } } } },
      enrolments: { select: { courseSlug: true, source: true, grantedAt: true, revokedAt: true } },
      progress: { select: { courseSlug: true, lesson: true, played: true, positionSeconds: true, watchedSeconds: true, finishedAt: true, updatedAt: true } },
      accesses: { select: { courseSlug: true, lesson: true, firstAt: true } },
      certificates: { select: { id: true, courseSlug: true, name: true, issuedAt: true } },
      quizAttempts: { select: { quizId: true, number: true, startedAt: true, endedAt: true, rightCount: true, passed: true, answers: { select: { questionId: true, answer: true, right: true, answeredAt: true } } } },
      feedback: { select: { courseSlug: true, rating: true, answers: true, createdAt: true } },
      ratings: { select: { courseSlug: true, stars: true, text: true, status: true, answer: true, createdAt: true, changedAt: true } },
      securityEvents: { select: { event: true, userAgent: true, address: true, details: true, createdAt: true }, orderBy: { id: 'asc' } },
      codes: { where: { purpose: 'changeEmail', usedAt: null, expiresAt: { gt: now } }, select: { email: true } },
      questions: { select: { courseSlug: true, lesson: true, text: true, createdAt: true, hiddenWhy: true }, orderBy: { createdAt: 'asc' } },
      answers: { select: { questionId: true, text: true, createdAt: true, hiddenWhy: true }, orderBy: { createdAt: 'asc' } },
      questionMails: true,
      weeklyMail: { select: { lang: true, goalMinutes: true, consentAt: true } },
      watchDays: { select: { day: true, seconds: true }, orderBy: { day: 'asc' } },
      weeklyMailWeeks: { select: { week: true, mailed: true }, orderBy: { week: 'asc' } },
      // Notes are for their writer alone.
      ...(actor.userId === userId ? { notes: { select: { courseSlug: true, lesson: true, positionSeconds: true, text: true, createdAt: true, updatedAt: true }, orderBy: { createdAt: 'asc' } } } : {}),
      refundRequests: { select: { orderId: true, reason: true, status: true, requestedAt: true, decidedAt: true, lines: { select: { amountPiastres: true, line: { select: { courseSlug: true } } } } } },
    },
  });
  if (!user) throw notFound();
  await auditForOther(client, { actor, userId, action: 'account.exported' });
  const { codes, ...stored } = user;
  const addresses = await addressesOf(client, userId);
  const newsletter = await client.subscriber.findMany({ where: subscriptionsOf(addresses), select: { email: true, lang: true, consentVersion: true, consentAt: true, bouncedAt: true, bounceReason: true } });
  const enquiries = await client.enquiry.findMany({ where: enquiriesFrom(addresses), select: { fullName: true, phoneNumber: true, message: true, about: true, projectKind: true, budget: true, wishedDate: true, createdAt: true } });
  const orderReminders = stored.email === null || (await client.reminderOptOut.count({ where: { email: stored.email } })) === 0;
  return { exportedAt: now, ...stored, orderReminders, awaitedEmail: codes[0]?.email ?? null, newsletter, enquiries };
}

/** An address while it was confirmed to be this person's; `until` null: it still is. */
interface OwnAddress { email: string; until: Date | null }

/** Former addresses are known for as long as the event of their change is stored. */
export async function addressesOf(tx: Tx, userId: string): Promise<OwnAddress[]> {
  const user = await tx.user.findFirst({ where: { id: userId, emailConfirmedAt: { not: null } }, select: { email: true } });
  const changes = await tx.securityEvent.findMany({ where: { userId, event: 'email-changed' }, select: { details: true, createdAt: true } });
  const former = changes.map(({ details, createdAt }) => ({ email: (details as { from?: string }).from ?? null, until: createdAt }));
  return [{ email: user?.email ?? null, until: null }, ...former].flatMap(({ email, until }) => (email === null ? [] : [{ email, until }]));
}

/** Enquiries name no account: whose they are, the address says. */
export const enquiriesFrom = (addresses: OwnAddress[]): Prisma.EnquiryWhereInput =>
  ({ OR: addresses.map(({ email, until }) => ({ email, ...(until ? { createdAt: { lt: until } } : {}) })) });

/** Subscriptions to the newsletter name no account either. */
export const subscriptionsOf = (addresses: OwnAddress[]): Prisma.SubscriberWhereInput =>
  ({ OR: addresses.map(({ email, until }) => ({ email, ...(until ? { consentAt: { lt: until } } : {}) })) });

export interface AccountOverview { phone: string | null; emailIsConfirmed: boolean; totpConfirmedAt: Date | null }

/** What the account page shows in addition to the actor. */
export async function accountOverview(actor: Actor): Promise<AccountOverview> {
  const client = await db();
  const user = await client.user.findUniqueOrThrow({ where: { id: actor.userId }, select: { phone: true, emailConfirmedAt: true, totpConfirmedAt: true } });
  return { phone: user.phone, emailIsConfirmed: user.emailConfirmedAt !== null, totpConfirmedAt: user.totpConfirmedAt };
}
