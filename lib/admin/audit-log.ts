import 'server-only';
import { z } from 'zod';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/db';
import { pageNumber, pageOf, windowOf, type Page } from './page-of';

export const auditQuerySchema = z.object({ page: pageNumber });

export type AuditRow = { at: Date; actorId: string | null; actor: string; action: string; subject: string; detail: unknown };

/** Who did what, when; newest first (row O9). @throws Problem 401, 403 */
export async function listAudit(actor: MaybeActor, { page }: z.output<typeof auditQuerySchema>): Promise<Page<AuditRow>> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.audit.findMany({
    orderBy: { id: 'desc' }, ...windowOf(page),
    select: { createdAt: true, actorId: true, actorName: true, action: true, subject: true, detail: true },
  });
  return pageOf(rows.map(({ createdAt, actorName, ...row }) => ({ ...row, at: createdAt, actor: actorName })), page);
}
