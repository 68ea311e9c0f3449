import 'server-only';
import { z } from 'zod';
import { endSessionsOf } from '@/lib/accounts/end-sessions';
import { lockAdministrators } from '@/lib/accounts/lock-user';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { db, Prisma, transaction } from '@/lib/database/client';
import { pageNumber, singleLine } from '@/lib/schemas';
import { forbidden, notFound, Problem } from '@/lib/problem';
import { pageOf, windowOf, type Page } from '@/lib/admin/lists';
import { findPeople } from '@/lib/admin/search/find-people';

/** What an administrator gives and takes. */
export const givenRoles = ['learner', 'editor', 'admin'] as const;
export type GivenRole = (typeof givenRoles)[number];

export const userQuerySchema = z.object({
  role: z.enum(givenRoles).optional(),
  q: singleLine().max(100).optional(),
  sort: z.enum(['newest', 'oldest']).optional(),
  page: pageNumber,
});

export const roleSchema = z.object({ role: z.enum(givenRoles) });

export const userFields = {
  id: true, name: true, email: true, phone: true, role: true, lang: true, emailConfirmedAt: true, totpConfirmedAt: true, createdAt: true, lastSeenAt: true,
  enrolments: { where: { revokedAt: null }, select: { courseSlug: true } },
} as const satisfies Prisma.UserSelect;

type Row = Prisma.UserGetPayload<{ select: typeof userFields }>;
export type UserRow = Omit<Row, 'id' | 'enrolments' | 'emailConfirmedAt' | 'totpConfirmedAt'> & {
  userId: string; courses: string[]; confirmed: boolean; secondFactor: boolean;
};

export function userRowOf({ id, enrolments, emailConfirmedAt, totpConfirmedAt, ...row }: Row): UserRow {
  return {
    ...row, userId: id, courses: enrolments.map(({ courseSlug }) => courseSlug),
    confirmed: emailConfirmedAt !== null, secondFactor: totpConfirmedAt !== null,
  };
}

/** Learners, editors and administrators, newest first unless asked otherwise; no guests. @throws Problem 401, 403 */
export async function listUsers(actor: MaybeActor, { role, q, page, sort }: z.output<typeof userQuerySchema>): Promise<Page<UserRow>> {
  assertAdmin(actor);
  const client = await db();
  const { skip, take } = windowOf(page);
  const wanted = Prisma.sql`${role ? Prisma.sql`"role" = ${role}::"Role"` : Prisma.sql`"role" <> 'guest'`} AND ${q ? Prisma.sql`"id" = ANY(${[q, ...(await findPeople(q))]}::text[])` : Prisma.sql`TRUE`}`;
  const order = sort === 'oldest' ? Prisma.sql`"createdAt", "id"` : Prisma.sql`"createdAt" DESC, "id" DESC`;
  const found = await client.$queryRaw<Array<{ id: string }>>`SELECT "id" FROM "User" WHERE ${wanted} ORDER BY ${order} LIMIT ${take} OFFSET ${skip}`;
  const rows = await client.user.findMany({
    where: { id: { in: found.map(({ id }) => id) } }, orderBy: sort === 'oldest' ? [{ createdAt: 'asc' }, { id: 'asc' }] : [{ createdAt: 'desc' }, { id: 'desc' }], select: userFields,
  });
  return pageOf(rows.map(userRowOf), page);
}

/**
 * Rows D12, N6. Gaining or losing a role ends all sessions; nobody removes their own, so one administrator always remains.
 * @throws Problem 401, 403 (`step-up`), 404, 409 `own-role`, `unconfirmed`
 */
export async function changeRole(actor: MaybeActor, userId: string, role: GivenRole, now: Date): Promise<UserRow> {
  assertAdmin(actor, { stepUp: true, now });
  if (actor.userId === userId) throw new Problem(409, 'own-role');
  return transaction(async (tx) => {
    // Two who take the role from each other at once: the second is no administrator any more.
    if (!(await lockAdministrators(tx)).includes(actor.userId)) throw forbidden();
    const user = await tx.user.findUnique({ where: { id: userId }, select: { role: true, emailConfirmedAt: true } });
    if (!user) throw notFound();
    if (role !== 'learner' && !user.emailConfirmedAt) throw new Problem(409, 'unconfirmed');
    if (user.role !== role) {
      await tx.user.update({ where: { id: userId }, data: { role }, select: { id: true } });
      if (role !== 'learner') await tx.user.updateMany({ where: { id: userId, ownerProvenAt: null }, data: { ownerProvenAt: now } });
      await endSessionsOf(tx, userId, 'role', now);
      await writeAudit(tx, { actor, action: `role.${role}`, subject: `user:${userId}`, detail: { before: user.role } });
    }
    return userRowOf(await tx.user.findUniqueOrThrow({ where: { id: userId }, select: userFields }));
  });
}
