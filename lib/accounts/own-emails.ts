import type { Prisma, Tx } from '@/lib/database/client';

/** `until` is null for the current address. */
export interface OwnEmail {
  email: string;
  until: Date | null;
}

/** Includes a former address for as long as its `email-changed` event is stored. */
export async function listOwnEmails(tx: Tx, userId: string): Promise<OwnEmail[]> {
  const user = await tx.user.findFirst({
    where: { id: userId, emailConfirmedAt: { not: null } },
    select: { email: true },
  });
  const changes = await tx.securityEvent.findMany({
    where: { userId, event: 'email-changed' },
    select: { details: true, createdAt: true },
  });
  const former = changes.map(({ details, createdAt }) => ({
    email: (details as { from?: string }).from ?? null,
    until: createdAt,
  }));
  return [{ email: user?.email ?? null, until: null }, ...former].flatMap(({ email, until }) =>
    email === null ? [] : [{ email, until }],
  );
}

export const enquiriesCondition = (ownEmails: OwnEmail[]): Prisma.EnquiryWhereInput => ({
  OR: ownEmails.map(({ email, until }) => ({ email, ...(until ? { createdAt: { lt: until } } : {}) })),
});

export const subscriptionsCondition = (ownEmails: OwnEmail[]): Prisma.SubscriberWhereInput => ({
  OR: ownEmails.map(({ email, until }) => ({ email, ...(until ? { consentAt: { lt: until } } : {}) })),
});

export const subscriptionRequestsCondition = (ownEmails: OwnEmail[]): Prisma.SubscriptionRequestWhereInput => ({
  OR: ownEmails.map(({ email, until }) => ({ email, ...(until ? { createdAt: { lt: until } } : {}) })),
});

export const invitationsCondition = (ownEmails: OwnEmail[]): Prisma.SeatWhereInput => ({
  OR: ownEmails.map(({ email, until }) => ({ email, ...(until ? { invitedAt: { lte: until } } : {}) })),
});

export const giftsCondition = (ownEmails: OwnEmail[]): Prisma.GiftWhereInput => ({
  openedAt: null,
  sentAt: { not: null },
  OR: ownEmails.map(({ email, until }) => ({ recipientEmail: email, ...(until ? { sentAt: { lte: until } } : {}) })),
});
