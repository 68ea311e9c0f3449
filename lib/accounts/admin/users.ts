import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { lockAdministrators, lockUser } from '@/lib/accounts/lock-user';
import { secondFactorCondition } from '@/lib/accounts/second-factor';
import { recordSecurityEvent } from '@/lib/accounts/security-events';
import { readSessions, type SignedInDevice } from '@/lib/accounts/sessions/devices';
import { revokeCodes, revokeSession, revokeSessions } from '@/lib/accounts/sessions/end-sessions';
import { type Page, pageOf, pageWindow } from '@/lib/admin/lists';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { finishedPercent } from '@/lib/courses/progress/progress';
import { db, Prisma, transaction, type Tx } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { type OrderRow, orderRowFields, toOrderRow } from '@/lib/orders/admin/order-list';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { forbidden, notFound, Problem } from '@/lib/problem';
import { fail, ok, type Result } from '@/lib/result';
import { pageNumber, singleLine } from '@/lib/schemas';
import { findUserIds } from '@/lib/search/admin/find-users-and-orders';
import { cleanCode } from '@/lib/text';

export const assignableRoles = ['learner', 'editor', 'admin'] as const;
export type AssignableRole = (typeof assignableRoles)[number];

export const userQuerySchema = z.object({
  role: z.enum(assignableRoles).optional(),
  q: singleLine().max(100).optional(),
  sort: z.enum(['newest', 'oldest']).optional(),
  page: pageNumber,
});

export const roleSchema = z.object({ role: z.enum(assignableRoles) });

const userFields = {
  id: true,
  name: true,
  email: true,
  phone: true,
  role: true,
  lang: true,
  emailConfirmedAt: true,
  totpConfirmedAt: true,
  createdAt: true,
  lastSeenAt: true,
  enrolments: { where: { revokedAt: null }, select: { courseSlug: true } },
} as const satisfies Prisma.UserSelect;

type Row = Prisma.UserGetPayload<{ select: typeof userFields }>;
export type UserRow = Omit<Row, 'id' | 'enrolments' | 'emailConfirmedAt' | 'totpConfirmedAt'> & {
  userId: string;
  courses: string[];
  confirmed: boolean;
  secondFactor: boolean;
};

function toUserRow({ id, enrolments, emailConfirmedAt, totpConfirmedAt, ...row }: Row): UserRow {
  return {
    ...row,
    userId: id,
    courses: enrolments.map(({ courseSlug }) => courseSlug),
    confirmed: emailConfirmedAt !== null,
    secondFactor: totpConfirmedAt !== null,
  };
}

export async function listUsers(
  actor: MaybeActor,
  { role, q, page, sort }: z.output<typeof userQuerySchema>,
): Promise<Page<UserRow>> {
  assertAdmin(actor);
  const client = await db();
  const { skip, take } = pageWindow(page);
  const condition = Prisma.sql`${role ? Prisma.sql`"role" = ${role}::"Role"` : Prisma.sql`"role" <> 'guest'`} AND ${q ? Prisma.sql`"id" = ANY(${[q, ...(await findUserIds(q))]}::text[])` : Prisma.sql`TRUE`}`;
  const order = sort === 'oldest' ? Prisma.sql`"createdAt", "id"` : Prisma.sql`"createdAt" DESC, "id" DESC`;
  const found = await client.$queryRaw<
    Array<{ id: string }>
  >`SELECT "id" FROM "User" WHERE ${condition} ORDER BY ${order} LIMIT ${take} OFFSET ${skip}`;
  const rows = await client.user.findMany({
    where: { id: { in: found.map(({ id }) => id) } },
    orderBy: sort === 'oldest' ? [{ createdAt: 'asc' }, { id: 'asc' }] : [{ createdAt: 'desc' }, { id: 'desc' }],
    select: userFields,
  });
  return pageOf(rows.map(toUserRow), page);
}

/** Also ends the user's sessions (D12, N6). @throws Problem 401, 403 (`step-up`), 404, 409 `own-role`, `unconfirmed` */
export async function changeRole(actor: MaybeActor, userId: string, role: AssignableRole, now: Date): Promise<UserRow> {
  assertAdmin(actor, { stepUp: true, now });
  if (actor.userId === userId) throw new Problem(409, 'own-role');
  return transaction(async (tx) => {
    // If two admins demote each other at once, the second has lost the role by now.
    if (!(await lockAdministrators(tx)).includes(actor.userId)) throw forbidden();
    const user = await tx.user.findUnique({ where: { id: userId }, select: { role: true, emailConfirmedAt: true } });
    if (!user) throw notFound();
    if (role !== 'learner' && !user.emailConfirmedAt) throw new Problem(409, 'unconfirmed');
    if (user.role !== role) {
      await tx.user.update({ where: { id: userId }, data: { role }, select: { id: true } });
      if (role !== 'learner')
        await tx.user.updateMany({ where: { id: userId, ownerProvenAt: null }, data: { ownerProvenAt: now } });
      await revokeSessions(tx, userId, 'role', now);
      await writeAudit(tx, { actor, action: `role.${role}`, subject: `user:${userId}`, detail: { before: user.role } });
    }
    return toUserRow(await tx.user.findUniqueOrThrow({ where: { id: userId }, select: userFields }));
  });
}

interface LearnerCourse {
  slug: string;
  title: Localised;
  source: 'purchase' | 'admin';
  grantedAt: Date;
  open: boolean;
  played: number;
  lessons: number;
  lastAt: Date | null;
}
export type UserDetails = UserRow & {
  providers: string[];
  enrolments: LearnerCourse[];
  orders: OrderRow[];
  sessions: SignedInDevice[];
  passkeys: number;
};

export const maxOrders = 50;

export async function requireUserDetails(actor: MaybeActor, userId: string, now: Date): Promise<UserDetails> {
  assertAdmin(actor);
  const client = await db();
  const user = await client.user.findFirst({
    where: { id: userId, role: { not: 'guest' } },
    select: {
      ...userFields,
      passwordHash: true,
      providerAccounts: { select: { provider: true } },
      _count: { select: { passkeys: true } },
    },
  });
  if (!user) throw notFound();
  const {
    providerAccounts,
    passwordHash,
    _count: { passkeys },
    ...row
  } = user;
  const [enrolments, orders, sessions] = await Promise.all([
    listLearnerCourses(userId),
    client.order.findMany({
      where: { userId },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      take: maxOrders,
      select: orderRowFields,
    }),
    readSessions(actor, userId, now),
  ]);
  const providers = [...(passwordHash ? ['password'] : []), ...providerAccounts.map(({ provider }) => provider)];
  return { ...toUserRow(row), providers, enrolments, orders: orders.map(toOrderRow), sessions, passkeys };
}

async function listLearnerCourses(userId: string): Promise<LearnerCourse[]> {
  const client = await db();
  const rows = await client.$queryRaw<
    Array<{
      slug: string;
      text: unknown;
      source: 'purchase' | 'admin';
      grantedAt: Date;
      revokedAt: Date | null;
      lessons: number;
      played: number;
      lastAt: Date | null;
    }>
  >`
    SELECT c."slug", c."text", e."source"::text AS source, e."grantedAt", e."revokedAt",
      (SELECT count(*)::int FROM "Lesson" l WHERE l."courseSlug" = c."slug") AS lessons,
      (SELECT count(*)::int FROM "LessonProgress" p JOIN "Lesson" l ON l."courseSlug" = p."courseSlug" AND l."file" = p."lesson"
        WHERE p."userId" = e."userId" AND p."courseSlug" = c."slug" AND p."played" AND p."watchedSeconds" >= l."durationSeconds" * ${finishedPercent}::int / 100.0) AS played,
      (SELECT max(p."updatedAt") FROM "LessonProgress" p WHERE p."userId" = e."userId" AND p."courseSlug" = c."slug") AS "lastAt"
    FROM "Enrolment" e JOIN "Course" c ON c."slug" = e."courseSlug" WHERE e."userId" = ${userId} ORDER BY e."grantedAt" DESC`;
  return rows.map(({ text, revokedAt, ...row }) => ({ ...row, title: titlesOf(text), open: revokedAt === null }));
}

/** Ends all sessions if `sessionId` is null. */
export async function endUserSessions(
  actor: MaybeActor,
  { userId, sessionId }: { userId: string; sessionId: string | null },
  now: Date,
): Promise<{ ended: number }> {
  assertAdmin(actor);
  return transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { id: userId }, select: { id: true } });
    const session =
      sessionId === null
        ? null
        : await tx.session.findFirst({ where: { id: sessionId, userId }, select: { id: true } });
    if (!user || (sessionId !== null && !session)) throw notFound();
    const endedSessions = session
      ? Number(await revokeSession(tx, session.id, 'admin', now))
      : await revokeSessions(tx, userId, 'admin', now);
    if (endedSessions > 0) {
      await writeAudit(tx, {
        actor,
        action: 'sessions.ended',
        subject: `user:${userId}`,
        detail: { ended: endedSessions },
      });
      await recordSecurityEvent(tx, { userId, event: 'sessions-ended-by-admin', device: null, now });
    }
    return { ended: endedSessions };
  });
}

interface ResetSecondFactorInput {
  userId: string;
  reason: string;
  now: Date;
}

/** For learners only (decision 104). @throws Problem 401, 403, 404, 409 `staff-second-factor`, `no-second-factor` */
export async function resetSecondFactor(
  actor: MaybeActor,
  { userId, reason, now }: ResetSecondFactorInput,
): Promise<UserRow> {
  assertAdmin(actor, { stepUp: true, now });
  return transaction(async (tx) => {
    // Take the lock of role changes: the learner may have been promoted, or the caller demoted, in the meantime.
    if (!(await lockAdministrators(tx)).includes(actor.userId)) throw forbidden();
    const locked = await lockUser(tx, userId);
    const user = locked && (await tx.user.findUniqueOrThrow({ where: { id: userId }, select: { role: true } }));
    if (!user || user.role === 'guest') throw notFound();
    if (user.role !== 'learner') throw new Problem(409, 'staff-second-factor');
    if ((await removeSecondFactor(tx, userId, now)) === null) throw new Problem(409, 'no-second-factor');
    await writeAudit(tx, { actor, action: 'second-factor.reset', subject: `user:${userId}`, detail: { reason } });
    return toUserRow(await tx.user.findUniqueOrThrow({ where: { id: userId }, select: userFields }));
  });
}

export async function resetSecondFactorByCommand(
  email: string,
  now: Date,
): Promise<Result<{ endedSessions: number }, 'unknown-account' | 'no-second-factor'>> {
  return transaction(async (tx) => {
    const user = await tx.user.findUnique({ where: { email: cleanCode(email).toLowerCase() }, select: { id: true } });
    if (!user || !(await lockUser(tx, user.id))) return fail('unknown-account');
    const endedSessions = await removeSecondFactor(tx, user.id, now);
    if (endedSessions === null) return fail('no-second-factor');
    await writeAudit(tx, {
      actor: null,
      action: 'second-factor.reset',
      subject: `user:${user.id}`,
      detail: { by: 'command line' },
    });
    return ok({ endedSessions });
  });
}

/** The caller must hold the user's lock. @returns the number of ended sessions, or null if there was no factor */
async function removeSecondFactor(tx: Tx, userId: string, now: Date): Promise<number | null> {
  if ((await tx.user.count({ where: { id: userId, ...secondFactorCondition } })) === 0) return null;
  await tx.user.update({
    where: { id: userId },
    data: {
      totpSecret: null,
      totpConfirmedAt: null,
      totpLastStep: null,
      recoveryCodes: { deleteMany: {} },
      passkeys: { deleteMany: {} },
    },
    select: { id: true },
  });
  const endedSessions = await revokeSessions(tx, userId, 'second-factor', now);
  await revokeCodes(tx, userId, now);
  await recordSecurityEvent(tx, { userId, event: 'second-factor-reset', device: null, now });
  return endedSessions;
}
