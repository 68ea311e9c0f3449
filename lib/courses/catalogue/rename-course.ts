import 'server-only';
import type { Tx } from '@/lib/database/client';

/** Row A14: the old address redirects, and what names the course moves to the new slug; what has a relation to it follows by itself. */
export async function renameCourse(tx: Tx, from: string, to: string): Promise<void> {
  await tx.oldSlug.upsert({
    where: { kind_from: { kind: 'course', from } }, create: { kind: 'course', from, to }, update: { to }, select: { to: true },
  });
  await tx.oldSlug.updateMany({ where: { kind: 'course', to: from }, data: { to } });
  const [old, present] = await Promise.all([
    tx.course.findUnique({ where: { slug: from }, select: { slug: true } }),
    tx.course.findUnique({ where: { slug: to }, select: { slug: true } }),
  ]);
  if (!old || present) return;
  await tx.course.update({ where: { slug: from }, data: { slug: to }, select: { slug: true } });
  const moved = { where: { courseSlug: from }, data: { courseSlug: to } };
  await tx.lesson.updateMany(moved);
  await tx.lessonProgress.updateMany(moved);
  await tx.lessonAccess.updateMany(moved);
  await tx.certificate.updateMany(moved);
  await tx.feedback.updateMany(moved);
  await tx.note.updateMany(moved);
  await tx.question.updateMany(moved);
  await tx.courseRating.updateMany(moved);
  await tx.order.updateMany(moved);
  await tx.orderLine.updateMany(moved);
  await tx.newsletter.updateMany(moved);
}
