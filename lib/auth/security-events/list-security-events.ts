import 'server-only';
import { z } from 'zod';
import type { SecurityEvent } from '@/lib/accounts/security-events';
import { assertSelf, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { pageNumber } from '@/lib/schemas';
import { deviceName } from '@/lib/auth/sessions/device';

export const eventQuerySchema = z.object({ page: pageNumber });

export interface ListedEvent { event: SecurityEvent; at: Date; device: string | null; details: Record<string, string> }
export interface EventPage { rows: ListedEvent[]; page: number; hasNext: boolean }

const detailsShape = z.record(z.string(), z.string()).catch({});

/** What happened to the account, newest first. @throws Problem 401, 403 */
export async function listSecurityEvents(actor: MaybeActor, userId: string, { page, pageSize = 20 }: { page: number; pageSize?: number }): Promise<EventPage> {
  assertSelf(actor, userId);
  const client = await db();
  const rows = await client.securityEvent.findMany({
    where: { userId }, orderBy: { id: 'desc' }, skip: (page - 1) * pageSize, take: pageSize + 1,
    select: { event: true, createdAt: true, userAgent: true, details: true },
  });
  const listed = rows.slice(0, pageSize).map(({ event, createdAt, userAgent, details }) => ({
    event: event as SecurityEvent, at: createdAt, device: deviceName(userAgent), details: detailsShape.parse(details),
  }));
  return { rows: listed, page, hasNext: rows.length > pageSize };
}
