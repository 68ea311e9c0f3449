import 'server-only';
import { createHash } from 'node:crypto';
import type { PaymentEventResult, PaymentEventSource } from '@/generated/prisma/enums';
import type { Prisma, Tx } from '@/lib/database/client';
import type { Charge } from '@/lib/payments/provider';

/** What the provider reports: in a notification, or as the answer to a question of ours. */
export interface PaymentReport {
  readonly source: PaymentEventSource;
  readonly charge: Charge;
  /** The refund request that the answer is about. */
  readonly requestId?: string;
  readonly now: Date;
}

interface Entry { orderId: string | null; fingerprint: string; result: PaymentEventResult; reason: string | null }

/** The log only grows; a report that is in it already leaves no second line. */
export async function appendEvent(tx: Tx, { source, charge, now }: PaymentReport, entry: Entry): Promise<void> {
  await tx.paymentEvent.createMany({
    data: {
      ...entry, source, type: charge.type, chargeId: charge.id, parentChargeId: charge.parentId, paymentId: charge.paymentId,
      body: charge.record as Prisma.InputJsonObject, receivedAt: now,
    },
    skipDuplicates: true,
  });
}

/** Of a report that changed nothing: it must not block the same fact when that is reported rightly later. */
export const ignoredFingerprint = (reason: string, fingerprint: string): string =>
  `${reason}:${createHash('sha256').update(fingerprint).digest('base64url')}`;
