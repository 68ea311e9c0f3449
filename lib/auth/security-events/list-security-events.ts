import 'server-only';
import { z } from 'zod';
import { auditRead } from '@/lib/accounts/audit';
import type { SecurityEvent } from '@/lib/accounts/security-events';
import { assertAdmin, assertSelf, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import { pageNumber } from '@/lib/schemas';
import { deviceName } from '@/lib/auth/sessions/device';

export const eventQuerySchema = z.object({ page: pageNumber });

export interface ListedEvent { event: SecurityEvent; at: Date; device: string | null; details: Record<string, string> }
export interface EventPage { rows: ListedEvent[]; page: number; hasNext: boolean }

const detailsShape = z.record(z.string(), z.string()).catch({});

/** What happened to the account, newest first. @throws Problem 401, 403 */
export async function listSecurityEvents(actor: MaybeActor, userId: string, asked: EventPageQuery): Promise<EventPage> {
  assertSelf(actor, userId);
  await auditRead(await db(), { actor, userId, read: 'events' });
  return readSecurityEvents(userId, asked);
}

/** The latest ones, for the page of a learner in administration. @throws Problem 401, 403 */
export async function listLearnerEvents(actor: MaybeActor, userId: string): Promise<EventPage> {
  assertAdmin(actor);
  return readSecurityEvents(userId, { page: 1, pageSize: 10 });
}

interface EventPageQuery { page: number; pageSize?: number }

async function readSecurityEvents(userId: string, { page, pageSize = 20 }: EventPageQuery): Promise<EventPage> {
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
