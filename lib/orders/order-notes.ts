import type { Prisma, Tx } from '@/lib/database/client';

export type NoteKind =
  | 'asked'
  | 'attempt'
  | 'attempt-failed'
  | 'kiosk-bill'
  | 'paid'
  | 'declined'
  | 'expired'
  | 'granted'
  | 'revoked'
  | 'reconciled'
  | 'double-charge'
  | 'refund-requested'
  | 'refund-approved'
  | 'refund-refused'
  | 'refund-sent'
  | 'refund-failed'
  | 'refunded'
  | 'review'
  | 'received-accepted'
  | 'received-returned'
  | 'coupon-over'
  | 'replaced'
  | 'reminded'
  | 'gift-sent'
  | 'gift-changed'
  | 'gift-opened'
  | 'seat-invited'
  | 'seat-withdrawn'
  | 'seat-accepted'
  | 'seat-taken-back'
  | 'seat-left'
  | 'seat-declined';

export async function writeNote(
  tx: Tx,
  note: { orderId: string; kind: NoteKind; actorId?: string | null; detail?: Prisma.InputJsonObject; now: Date },
): Promise<void> {
  await tx.orderNote.create({
    data: {
      orderId: note.orderId,
      kind: note.kind,
      actorId: note.actorId ?? null,
      detail: note.detail ?? {},
      createdAt: note.now,
    },
    select: { id: true },
  });
}
