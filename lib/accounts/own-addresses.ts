import 'server-only';
import type { Prisma, Tx } from '@/lib/database/client';

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

/** Sign-ups to the newsletter that wait for their link. */
export const signUpsOf = (addresses: OwnAddress[]): Prisma.SubscriptionRequestWhereInput =>
  ({ OR: addresses.map(({ email, until }) => ({ email, ...(until ? { createdAt: { lt: until } } : {}) })) });

/** Seats that others offered at these addresses. */
export const invitationsTo = (addresses: OwnAddress[]): Prisma.SeatWhereInput =>
  ({ OR: addresses.map(({ email, until }) => ({ email, ...(until ? { invitedAt: { lte: until } } : {}) })) });

/** Gifts that others sent to these addresses, opened by nobody yet. */
export const giftsTo = (addresses: OwnAddress[]): Prisma.GiftWhereInput =>
  ({ openedAt: null, sentAt: { not: null }, OR: addresses.map(({ email, until }) => ({ recipientEmail: email, ...(until ? { sentAt: { lte: until } } : {}) })) });
