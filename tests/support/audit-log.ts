import { db } from '@/lib/database/client';

export const listAuditActions = async (): Promise<string[]> =>
  (await (await db()).audit.findMany({ orderBy: { id: 'asc' }, select: { action: true } })).map(({ action }) => action);
