import type { Tx } from '@/lib/database/client';

/**
 * Whoever wants no reminders of unpaid orders wants none at another address of the same account either. The address before keeps its choice: its mailbox
 * made it (decision 114).
 */
export async function keepReminderChoice(tx: Tx, { from, to, now }: { from: string | null; to: string; now: Date }): Promise<void> {
  if (from === null || (await tx.reminderOptOut.count({ where: { email: from } })) === 0) return;
  await tx.reminderOptOut.createMany({ data: [{ email: to, createdAt: now }], skipDuplicates: true });
}
