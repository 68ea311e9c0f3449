import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { type Page, pageOf, pageWindow } from '@/lib/admin/lists';
import { outboxKeysOf } from '@/lib/contact/receive-message';
import { type Database, db, transaction } from '@/lib/database/client';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';
import { pageNumber } from '@/lib/schemas';

export const enquiryQuerySchema = z.object({ state: z.enum(['open', 'handled']).default('open'), page: pageNumber });
export const enquiryChangeSchema = z.object({ handled: z.boolean('required') });

const fields = {
  id: true,
  fullName: true,
  email: true,
  phoneNumber: true,
  message: true,
  about: true,
  projectKind: true,
  budget: true,
  wishedDate: true,
  lang: true,
  createdAt: true,
  handledAt: true,
} as const;

export interface EnquiryRow {
  id: string;
  fullName: string;
  email: string;
  phoneNumber: string;
  message: string;
  about: string | null;
  projectKind: string | null;
  budget: string | null;
  wishedDate: string | null;
  lang: string;
  createdAt: Date;
  handledAt: Date | null;
}

export async function listEnquiries(
  actor: MaybeActor,
  { state, page }: z.output<typeof enquiryQuerySchema>,
): Promise<Page<EnquiryRow>> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.enquiry.findMany({
    where: { handledAt: state === 'open' ? null : { not: null } },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...pageWindow(page),
    select: fields,
  });
  return pageOf(rows, page);
}

export async function handleEnquiry(actor: MaybeActor, id: string, handled: boolean, now: Date): Promise<EnquiryRow> {
  assertAdmin(actor);
  return transaction(async (tx) => {
    const change = handled ? { handledAt: now, handledById: actor.userId } : { handledAt: null, handledById: null };
    const changed = await tx.enquiry.updateMany({ where: { id }, data: change });
    if (changed.count === 0) throw notFound();
    await writeAudit(tx, { actor, action: handled ? 'enquiry.handled' : 'enquiry.reopened', subject: `enquiry:${id}` });
    return tx.enquiry.findUniqueOrThrow({ where: { id }, select: fields });
  });
}

/** Also deletes the enquiry's unsent messages. The audit log keeps only its id. @throws Problem 401, 403, 404 */
export async function deleteEnquiry(actor: MaybeActor, id: string): Promise<void> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    const deleted = await tx.enquiry.deleteMany({ where: { id } });
    if (deleted.count === 0) throw notFound();
    await tx.outbox.deleteMany({ where: { key: { in: Object.values(outboxKeysOf(id)) } } });
    await writeAudit(tx, { actor, action: 'enquiry.delete', subject: `enquiry:${id}` });
  });
}

const enquiryMonths = 24;

export async function sweepEnquiries(now: Date, client: Database): Promise<{ count: number }> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - enquiryMonths);
  return client.enquiry.deleteMany({ where: { handledAt: { lt: before } } });
}
