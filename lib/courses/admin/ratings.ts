import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { type Page, pageOf, pageWindow } from '@/lib/admin/lists';
import { invalidate, purge } from '@/lib/cache/invalidate';
import { readCourseTitles } from '@/lib/courses/catalogue/catalogue';
import { db, transaction } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound, Problem } from '@/lib/problem';
import { pageNumber } from '@/lib/schemas';

export const ratingStates = ['waiting', 'published', 'hidden'] as const;
export const ratingQuerySchema = z.object({ state: z.enum(ratingStates).default('waiting'), page: pageNumber });
export const ratingChangeSchema = z.object({
  status: z.enum(['published', 'hidden'], 'required'),
  answer: z
    .string()
    .trim()
    .max(2000, 'too_long')
    .nullable()
    .default(null)
    .transform((text) => text || null),
  /** Version that the moderator read, so that a text the learner changed later is not published unread. */
  changedAt: z.iso.datetime({ error: 'required' }),
});

const columns = {
  id: true,
  courseSlug: true,
  userId: true,
  stars: true,
  text: true,
  status: true,
  answer: true,
  changedAt: true,
} as const;

export interface RatingRow {
  id: string;
  courseSlug: string;
  userId: string;
  stars: number;
  text: string;
  status: (typeof ratingStates)[number];
  answer: string | null;
  changedAt: Date;
}
export type ListedRating = RatingRow & { title: Localised; learner: string };

export async function listRatings(
  actor: MaybeActor,
  { state, page }: z.output<typeof ratingQuerySchema>,
): Promise<Page<ListedRating>> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.courseRating.findMany({
    where: { status: state },
    orderBy: [{ changedAt: 'desc' }, { id: 'desc' }],
    ...pageWindow(page),
    select: { ...columns, user: { select: { name: true } } },
  });
  const titles = await readCourseTitles(rows.map(({ courseSlug }) => courseSlug));
  return pageOf(
    rows.map(({ user, ...row }) => ({ ...row, title: titles(row.courseSlug), learner: user.name })),
    page,
  );
}

type RatingChange = Pick<z.output<typeof ratingChangeSchema>, 'status' | 'changedAt'> & {
  /** Unchanged when absent. */
  answer?: string | null;
};

/** @throws Problem 401, 403, 404, 409 `conflict` if the learner has changed the rating */
export async function moderateRating(
  actor: MaybeActor,
  id: string,
  { status, answer, changedAt }: RatingChange,
): Promise<RatingRow> {
  assertAdmin(actor);
  const row = await transaction(async (tx) => {
    const changed = await tx.courseRating.updateMany({
      where: { id, changedAt: new Date(changedAt) },
      data: { status, heldBack: status === 'hidden', ...(answer === undefined ? {} : { answer }) },
    });
    const stored = await tx.courseRating.findUnique({ where: { id }, select: columns });
    if (!stored) throw notFound();
    if (changed.count === 0) throw new Problem(409, 'conflict');
    await writeAudit(tx, { actor, action: `rating.${status}`, subject: `rating:${id}` });
    return stored;
  });
  if (status === 'hidden') purge('ratings');
  else invalidate('ratings');
  return row;
}
