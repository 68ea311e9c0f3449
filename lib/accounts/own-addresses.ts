import type { Prisma, Tx } from '@/lib/database/client';

/** `until` is null for the current address. */
export interface OwnAddress {
  email: string;
  until: Date | null;
}

/** Includes a former address for as long as its `email-changed` event is stored. */
export async function addressesOf(tx: Tx, userId: string): Promise<OwnAddress[]> {
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

export const enquiriesFrom = (addresses: OwnAddress[]): Prisma.EnquiryWhereInput => ({
  OR: addresses.map(({ email, until }) => ({ email, ...(until ? { createdAt: { lt: until } } : {}) })),
});

export const subscriptionsOf = (addresses: OwnAddress[]): Prisma.SubscriberWhereInput => ({
  OR: addresses.map(({ email, until }) => ({ email, ...(until ? { consentAt: { lt: until } } : {}) })),
});

export const subscriptionRequestsOf = (addresses: OwnAddress[]): Prisma.SubscriptionRequestWhereInput => ({
  OR: addresses.map(({ email, until }) => ({ email, ...(until ? { createdAt: { lt: until } } : {}) })),
});

export const invitationsTo = (addresses: OwnAddress[]): Prisma.SeatWhereInput => ({
  OR: addresses.map(({ email, until }) => ({ email, ...(until ? { invitedAt: { lte: until } } : {}) })),
});

export const giftsTo = (addresses: OwnAddress[]): Prisma.GiftWhereInput => ({
  openedAt: null,
  sentAt: { not: null },
  OR: addresses.map(({ email, until }) => ({ recipientEmail: email, ...(until ? { sentAt: { lte: until } } : {}) })),
});
