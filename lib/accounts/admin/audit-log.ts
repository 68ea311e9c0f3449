import { z } from 'zod';
import { type Page, pageOf, pageWindow } from '@/lib/admin/lists';
import { titlesOfArticle } from '@/lib/articles/admin/articles';
import type { JsonValue } from '@/lib/content/form/form-node';
import { valueAt } from '@/lib/content/form/values';
import { localisedText, titlesOf } from '@/lib/courses/catalogue/course';
import { db } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { localised, pageNumber } from '@/lib/schemas';

export const auditQuerySchema = z.object({ page: pageNumber });

export interface AuditRow {
  at: Date;
  actorId: string | null;
  actor: string;
  action: string;
  subject: string;
  called: string | Localised | null;
  exists: boolean;
  detail: unknown;
}

export async function listAudit(
  actor: MaybeActor,
  { page }: z.output<typeof auditQuerySchema>,
): Promise<Page<AuditRow>> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.audit.findMany({
    orderBy: { id: 'desc' },
    ...pageWindow(page),
    select: { createdAt: true, actorId: true, actorName: true, action: true, subject: true, detail: true },
  });
  const subjects = [...new Set(rows.map(({ subject }) => subject))];
  const names = await readSubjectNames(subjects);
  const deletedNames = await readLastNames(subjects.filter((subject) => !names.has(subject)));
  return pageOf(
    rows.map(({ createdAt, actorName, ...row }) => ({
      ...row,
      at: createdAt,
      actor: actorName,
      exists: names.has(row.subject),
      called: names.get(row.subject) ?? deletedNames.get(row.subject) ?? null,
    })),
    page,
  );
}

export function subjectOf(subject: string): { kind: string; id: string } {
  const at = subject.indexOf(':');
  return at < 0 ? { kind: subject, id: '' } : { kind: subject.slice(0, at), id: subject.slice(at + 1) };
}

async function readSubjectNames(subjects: readonly string[]): Promise<Map<string, string | Localised>> {
  const client = await db();
  const read = async <Row>(kind: string, find: (ids: string[]) => Promise<Row[]>): Promise<Row[]> => {
    const ids = subjects
      .map(subjectOf)
      .filter((each) => each.kind === kind)
      .map(({ id }) => id);
    return ids.length === 0 ? [] : find(ids);
  };
  const [
    users,
    orders,
    courses,
    products,
    coupons,
    pictures,
    newsletters,
    quizzes,
    articles,
    drafts,
    enquiries,
    ratings,
    questions,
    answers,
  ] = await Promise.all([
    read('user', (ids) =>
      client.user.findMany({ where: { id: { in: ids } }, select: { id: true, name: true, email: true } }),
    ),
    read('order', (ids) => client.order.findMany({ where: { id: { in: ids } }, select: { id: true, number: true } })),
    read('course', (ids) =>
      client.course.findMany({ where: { slug: { in: ids } }, select: { slug: true, text: true } }),
    ),
    read('product', (ids) =>
      client.product.findMany({
        where: { key: { in: ids } },
        select: { key: true, course: { select: { text: true } } },
      }),
    ),
    read('coupon', (ids) => client.coupon.findMany({ where: { id: { in: ids } }, select: { id: true, code: true } })),
    read('picture', (ids) => client.picture.findMany({ where: { id: { in: ids } }, select: { id: true, name: true } })),
    read('newsletter', (ids) =>
      client.newsletter.findMany({ where: { id: { in: ids } }, select: { id: true, subject: true } }),
    ),
    read('quiz', (ids) => client.quiz.findMany({ where: { id: { in: ids } }, select: { id: true, content: true } })),
    read('article', (ids) =>
      client.article.findMany({
        where: { id: { in: ids } },
        select: { id: true, texts: { select: { lang: true, title: true } } },
      }),
    ),
    read('article', (ids) =>
      client.articleDraft.findMany({ where: { id: { in: ids } }, select: { id: true, body: true } }),
    ),
    read('enquiry', (ids) =>
      client.enquiry.findMany({ where: { id: { in: ids } }, select: { id: true, fullName: true } }),
    ),
    read('rating', (ids) =>
      client.courseRating.findMany({
        where: { id: { in: ids } },
        select: { id: true, user: { select: { name: true } } },
      }),
    ),
    read('question', (ids) =>
      client.question.findMany({ where: { id: { in: ids } }, select: { id: true, text: true } }),
    ),
    read('answer', (ids) => client.answer.findMany({ where: { id: { in: ids } }, select: { id: true, text: true } })),
  ]);
  return new Map<string, string | Localised>([
    ...users.map(({ id, name, email }) => [`user:${id}`, name || (email ?? id)] as const),
    ...orders.map(({ id, number }) => [`order:${id}`, `#${number}`] as const),
    ...courses.map(({ slug, text }) => [`course:${slug}`, titlesOf(text)] as const),
    ...products.map(({ key, course }) => [`product:${key}`, titlesOf(course.text)] as const),
    ...coupons.map(({ id, code }) => [`coupon:${id}`, code] as const),
    ...pictures.map(({ id, name }) => [`picture:${id}`, name] as const),
    ...newsletters.map(({ id, subject }) => [`newsletter:${id}`, subject || id] as const),
    ...quizzes.map(
      ({ id, content }) => [`quiz:${id}`, localisedText(valueAt(content as JsonValue, ['title']))] as const,
    ),
    ...drafts.map(
      ({ id, body }) => [`article:${id}`, titlesOf(valueAt(JSON.parse(body) as JsonValue, ['texts']))] as const,
    ),
    ...articles.map(({ id, texts }) => [`article:${id}`, titlesOfArticle(texts)] as const),
    ...enquiries.map(({ id, fullName }) => [`enquiry:${id}`, fullName] as const),
    ...ratings.map(({ id, user }) => [`rating:${id}`, user.name] as const),
    ...questions.map(({ id, text }) => [`question:${id}`, text] as const),
    ...answers.map(({ id, text }) => [`answer:${id}`, text] as const),
  ]);
}

const removals = [
  'article.draft-remove',
  'article.remove',
  'bundle.delete',
  'coupon.delete',
  'course.delete',
  'newsletter.remove',
  'picture.remove',
  'quiz.delete',
];
const nameSchema = z.object({ name: z.union([z.string().min(1), localised(z.string())]) });

/** Finds names of deleted items in the entries that recorded the deletion. Entries about deleted users have no name. */
async function readLastNames(subjects: string[]): Promise<Map<string, string | Localised>> {
  if (subjects.length === 0) return new Map();
  const rows = await (
    await db()
  ).audit.findMany({
    where: { subject: { in: subjects }, action: { in: removals } },
    orderBy: { id: 'asc' },
    select: { subject: true, detail: true },
  });
  return new Map(
    rows.flatMap(({ subject, detail }) => {
      const { data } = nameSchema.safeParse(detail);
      return data ? [[subject, data.name] as const] : [];
    }),
  );
}
