import 'server-only';
import { assertSelf, type Actor, type MaybeActor } from '@/lib/actor';
import { auditForOther } from '@/lib/accounts/audit';
import { personalFields, writerFields } from '@/lib/accounts/personal-fields';
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
      ...personalFields, ...(actor.userId === userId ? writerFields : {}),
      codes: { where: { purpose: 'changeEmail', usedAt: null, expiresAt: { gt: now } }, select: { email: true } },
    },
  });
  if (!user) throw notFound();
  await auditForOther(client, { actor, userId, action: 'account.exported' });
  const { codes, ...stored } = user;
  const addresses = await addressesOf(client, userId);
  const newsletter = await client.subscriber.findMany({ where: subscriptionsOf(addresses), select: { email: true, lang: true, consentVersion: true, consentAt: true, bouncedAt: true, bounceReason: true } });
  const enquiries = await client.enquiry.findMany({ where: enquiriesFrom(addresses), select: { fullName: true, email: true, phoneNumber: true, message: true, about: true, projectKind: true, budget: true, wishedDate: true, lang: true, createdAt: true } });
  const seatInvitations = await client.seat.findMany({
    where: { holderId: null, ...invitationsTo(addresses) }, select: { email: true, invitedAt: true, invitations: true, line: { select: { courseSlug: true } } }, orderBy: { invitedAt: 'asc' },
  });
  const orderReminders = stored.email === null || (await client.reminderOptOut.count({ where: { email: stored.email } })) === 0;
  return { exportedAt: now, ...stored, orderReminders, awaitedEmail: codes[0]?.email ?? null, newsletter, enquiries, seatInvitations };
}

/** An address while it was confirmed to be this person's; `until` null: it still is. */
export interface OwnAddress { email: string; until: Date | null }

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

/** Seats that others offered at these addresses. */
export const invitationsTo = (addresses: OwnAddress[]): Prisma.SeatWhereInput =>
  ({ OR: addresses.map(({ email, until }) => ({ email, ...(until ? { invitedAt: { lte: until } } : {}) })) });

export interface AccountOverview { phone: string | null; emailIsConfirmed: boolean; totpConfirmedAt: Date | null }

/** What the account page shows in addition to the actor. */
export async function accountOverview(actor: Actor): Promise<AccountOverview> {
  const client = await db();
  const user = await client.user.findUniqueOrThrow({ where: { id: actor.userId }, select: { phone: true, emailConfirmedAt: true, totpConfirmedAt: true } });
  return { phone: user.phone, emailIsConfirmed: user.emailConfirmedAt !== null, totpConfirmedAt: user.totpConfirmedAt };
}
