import 'server-only';
import { endSessionIn, endSessionsOf } from '@/lib/accounts/end-sessions';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import { writeAudit } from '@/lib/accounts/audit';
import { db, transaction } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { notFound } from '@/lib/problem';
import { readSessions, type SignedInDevice } from '@/lib/auth/sessions/list-sessions';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { enoughPercent } from '@/lib/courses/progress/progress';
import { orderRowFields, orderRowOf, type OrderRow } from '@/lib/admin/orders/order-list';
import { userFields, userRowOf, type UserRow } from './users';

export interface LearnerCourse { slug: string; title: Localised; source: 'purchase' | 'admin'; grantedAt: Date; open: boolean; /** Lessons finished. */ played: number; lessons: number; lastAt: Date | null }
export type AdminLearner = UserRow & { providers: string[]; enrolments: LearnerCourse[]; orders: OrderRow[]; sessions: SignedInDevice[]; /** How many. */ passkeys: number };

export const mostOrders = 50;

/** A learner with courses, orders and sessions. @throws Problem 401, 403, 404 */
export async function requireAdminLearner(actor: MaybeActor, userId: string, now: Date): Promise<AdminLearner> {
  assertAdmin(actor);
  const client = await db();
  const user = await client.user.findFirst({
    where: { id: userId, role: { not: 'guest' } }, select: { ...userFields, passwordHash: true, providerAccounts: { select: { provider: true } }, _count: { select: { passkeys: true } } },
  });
  if (!user) throw notFound();
  const { providerAccounts, passwordHash, _count: { passkeys }, ...row } = user;
  const [enrolments, orders, sessions] = await Promise.all([
    coursesOf(userId),
    client.order.findMany({ where: { userId }, orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], take: mostOrders, select: orderRowFields }),
    readSessions(actor, userId, now),
  ]);
  const providers = [...(passwordHash ? ['password'] : []), ...providerAccounts.map(({ provider }) => provider)];
  return { ...userRowOf(row), providers, enrolments, orders: orders.map(orderRowOf), sessions, passkeys };
}

async function coursesOf(userId: string): Promise<LearnerCourse[]> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ slug: string; text: unknown; source: 'purchase' | 'admin'; grantedAt: Date; revokedAt: Date | null; lessons: number; played: number; lastAt: Date | null }>>`
    SELECT c."slug", c."text", e."source"::text AS source, e."grantedAt", e."revokedAt",
      (SELECT count(*)::int FROM "Lesson" l WHERE l."courseSlug" = c."slug") AS lessons,
      (SELECT count(*)::int FROM "LessonProgress" p JOIN "Lesson" l ON l."courseSlug" = p."courseSlug" AND l."file" = p."lesson"
        WHERE p."userId" = e."userId" AND p."courseSlug" = c."slug" AND p."played" AND p."watchedSeconds" >= l."durationSeconds" * ${enoughPercent}::int / 100.0) AS played,
      (SELECT max(p."updatedAt") FROM "LessonProgress" p WHERE p."userId" = e."userId" AND p."courseSlug" = c."slug") AS "lastAt"
    FROM "Enrolment" e JOIN "Course" c ON c."slug" = e."courseSlug" WHERE e."userId" = ${userId} ORDER BY e."grantedAt" DESC`;
  return rows.map(({ text, revokedAt, ...row }) => ({ ...row, title: titlesOf(text), open: revokedAt === null }));
}

/** Ends one session of a learner, or all (`sessionId` null). @throws Problem 401, 403, 404 */
export async function endLearnerSessions(actor: MaybeActor, asked: { userId: string; sessionId: string | null }, now: Date): Promise<{ ended: number }> {
  assertAdmin(actor);
  const { userId, sessionId } = asked;
  return transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { id: true } });
    const session = sessionId === null ? null : await tx.session.findFirst({ where: { id: sessionId, userId }, select: { id: true } });
    if (!user || (sessionId !== null && !session)) throw notFound();
    const ended = session ? Number(await endSessionIn(tx, session.id, 'admin', now)) : await endSessionsOf(tx, userId, 'admin', now);
    if (ended > 0) {
      await writeAudit(tx, { actor, action: 'sessions.ended', subject: `user:${userId}`, detail: { ended } });
      await recordSecurityEvent(tx, { userId, event: 'sessions-ended-by-admin', device: null, now });
    }
    return { ended };
  });
}
