import 'server-only';
import type { Tx } from '@/lib/db';

/** A JSON message to another server, written in the caller's transaction and sent like a mail, with the same retries. */
export async function enqueueWebhook(tx: Tx, { key, url, body }: { key: string; url: string; body: Record<string, string> }): Promise<void> {
  await tx.outbox.createMany({ data: [{ key, kind: 'webhook', payload: { url, body } }], skipDuplicates: true });
}
