import type { Prisma } from '@/lib/database/client';
import { readBilling } from '@/lib/checkout/orders/billing';

export const buyerFields = { billing: true, user: { select: { id: true, name: true, email: true } } } as const satisfies Prisma.OrderSelect;

interface Buyer { userId: string | null; buyer: string; email: string | null }

/** Whose order it is: as the account says, and where that says nothing, as for a guest, as typed for this purchase. */
export function buyerOf({ user, billing }: Prisma.OrderGetPayload<{ select: typeof buyerFields }>): Buyer {
  const typed = readBilling(billing);
  const typedName = typed && `${typed.first_name} ${typed.last_name}`;
  return { userId: user?.id ?? null, buyer: user?.name || (typedName ?? ''), email: user?.email ?? typed?.email ?? null };
}
