import 'server-only';
import { z } from 'zod';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { db } from '@/lib/database/client';
import type { Localised } from '@/lib/language';
import { pageNumber } from '@/lib/page-number';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { pageOf, windowOf, type Page } from '@/lib/admin/page-of';

export const auditQuerySchema = z.object({ page: pageNumber });

export interface AuditRow {
  at: Date; actorId: string | null; actor: string; action: string;
  /** `kind:id`, and what people call it where it still exists. */
  subject: string; called: string | Localised | null;
  detail: unknown;
}

/** Who did what, when; newest first (row O9). @throws Problem 401, 403 */
export async function listAudit(actor: MaybeActor, { page }: z.output<typeof auditQuerySchema>): Promise<Page<AuditRow>> {
  assertAdmin(actor);
  const client = await db();
  const rows = await client.audit.findMany({
    orderBy: { id: 'desc' }, ...windowOf(page),
    select: { createdAt: true, actorId: true, actorName: true, action: true, subject: true, detail: true },
  });
  const names = await namesOf(rows.map(({ subject }) => subject));
  return pageOf(rows.map(({ createdAt, actorName, ...row }) => ({ ...row, at: createdAt, actor: actorName, called: names.get(row.subject) ?? null })), page);
}

export function subjectOf(subject: string): { kind: string; id: string } {
  const at = subject.indexOf(':');
  return at < 0 ? { kind: subject, id: '' } : { kind: subject.slice(0, at), id: subject.slice(at + 1) };
}

/** People and pictures by name, orders by number, coupons by code, courses and products by title, newsletters by subject. */
async function namesOf(subjects: readonly string[]): Promise<Map<string, string | Localised>> {
  const client = await db();
  const idsOf = (kind: string) => [...new Set(subjects.map(subjectOf).filter((each) => each.kind === kind).map(({ id }) => id))];
  const [users, orders, courses, products, coupons, pictures, newsletters] = await Promise.all([
    client.user.findMany({ where: { id: { in: idsOf('user') } }, select: { id: true, name: true, email: true } }),
    client.order.findMany({ where: { id: { in: idsOf('order') } }, select: { id: true, number: true } }),
    client.course.findMany({ where: { slug: { in: idsOf('course') } }, select: { slug: true, text: true } }),
    client.product.findMany({ where: { key: { in: idsOf('product') } }, select: { key: true, course: { select: { text: true } } } }),
    client.coupon.findMany({ where: { id: { in: idsOf('coupon') } }, select: { id: true, code: true } }),
    client.picture.findMany({ where: { id: { in: idsOf('picture') } }, select: { id: true, name: true } }),
    client.newsletter.findMany({ where: { id: { in: idsOf('newsletter') } }, select: { id: true, subject: true } }),
  ]);
  return new Map<string, string | Localised>([
    ...users.map(({ id, name, email }) => [`user:${id}`, name || (email ?? id)] as const),
    ...orders.map(({ id, number }) => [`order:${id}`, `#${number}`] as const),
    ...courses.map(({ slug, text }) => [`course:${slug}`, titlesOf(text)] as const),
    ...products.map(({ key, course }) => [`product:${key}`, titlesOf(course.text)] as const),
    ...coupons.map(({ id, code }) => [`coupon:${id}`, code] as const),
    ...pictures.map(({ id, name }) => [`picture:${id}`, name] as const),
    ...newsletters.map(({ id, subject }) => [`newsletter:${id}`, subject || id] as const),
  ]);
}
