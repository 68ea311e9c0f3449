import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { type Page, pageOf, pageSize } from '@/lib/admin/lists';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { db, transaction } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { notFound } from '@/lib/problem';
import { pageNumber } from '@/lib/schemas';

export const questionStates = ['all', 'unanswered', 'hidden'] as const;
export const questionQuerySchema = z.object({ state: z.enum(questionStates).default('all'), page: pageNumber });
export const hidingSchema = z
  .object({ hidden: z.boolean('required'), reason: z.string().trim().max(500, 'too_long').default('') })
  .refine(({ hidden, reason }) => !hidden || reason.length > 0, { path: ['reason'], message: 'required' });

export const textKinds = ['question', 'answer'] as const;
type TextKind = (typeof textKinds)[number];

export interface WrittenText {
  kind: TextKind;
  id: string;
  questionId: string;
  courseSlug: string;
  courseTitle: Localised | null;
  lesson: string;
  userId: string | null;
  author: string | null;
  text: string;
  createdAt: Date;
  hiddenAt: Date | null;
  hiddenWhy: string | null;
}

export async function listWrittenTexts(
  actor: MaybeActor,
  { state, page }: z.output<typeof questionQuerySchema>,
): Promise<Page<WrittenText>> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.$queryRaw<Array<Omit<WrittenText, 'courseTitle'> & { title: unknown }>>`
    SELECT w.*, u."name" AS "author", c."text" AS "title" FROM (
      SELECT 'question' AS "kind", q."id", q."id" AS "questionId", q."courseSlug", q."lesson", q."userId", q."text", q."createdAt", q."hiddenAt", q."hiddenWhy" FROM "Question" q
      WHERE ${state} = 'all' OR (${state} = 'hidden' AND q."hiddenAt" IS NOT NULL)
        OR (${state} = 'unanswered' AND q."hiddenAt" IS NULL AND NOT EXISTS (SELECT 1 FROM "Answer" a WHERE a."questionId" = q."id" AND a."hiddenAt" IS NULL))
      UNION ALL
      SELECT 'answer', a."id", q."id", q."courseSlug", q."lesson", a."userId", a."text", a."createdAt", a."hiddenAt", a."hiddenWhy" FROM "Answer" a JOIN "Question" q ON q."id" = a."questionId"
      WHERE ${state} = 'all' OR (${state} = 'hidden' AND a."hiddenAt" IS NOT NULL)
      ORDER BY "createdAt" DESC, "id" DESC OFFSET ${(page - 1) * pageSize} LIMIT ${pageSize + 1}
    ) w LEFT JOIN "User" u ON u."id" = w."userId" LEFT JOIN "Course" c ON c."slug" = w."courseSlug" ORDER BY w."createdAt" DESC, w."id" DESC`;
  return pageOf(
    rows.map(({ title, ...row }) => ({ ...row, courseTitle: title ? titlesOf(title) : null })),
    page,
  );
}

interface HideTextInput {
  actor: MaybeActor;
  kind: TextKind;
  id: string;
  hidden: boolean;
  reason: string;
  now: Date;
}

/** Keeps a hidden text visible to its writer and admins, with the reason. @throws Problem 401, 403, 404 */
export async function hideText({ actor, kind, id, hidden, reason, now }: HideTextInput): Promise<void> {
  assertAdmin(actor);
  const data = hidden ? { hiddenAt: now, hiddenWhy: reason } : { hiddenAt: null, hiddenWhy: null };
  await transaction(async (tx) => {
    const { count } =
      kind === 'question'
        ? await tx.question.updateMany({ where: { id }, data })
        : await tx.answer.updateMany({ where: { id }, data });
    if (count === 0) throw notFound();
    await writeAudit(tx, {
      actor,
      action: `${kind}.${hidden ? 'hidden' : 'shown'}`,
      subject: `${kind}:${id}`,
      detail: hidden ? { reason } : {},
    });
  });
}
