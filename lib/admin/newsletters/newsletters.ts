import 'server-only';
import { z, ZodError } from 'zod';
import { assertAdmin, type MaybeActor } from '@/lib/actor';
import { writeAudit } from '@/lib/accounts/audit';
import { pageOf, windowOf, type Page } from '@/lib/admin/lists';
import { safeHtml } from '@/lib/content/safe-html';
import { db, transaction, type Prisma, type Tx } from '@/lib/database/client';
import { defaultLanguage, isLanguage, type Language } from '@/lib/language';
import { composeLetter, type Letter } from '@/lib/mail/compose-letter';
import { enqueueLetter } from '@/lib/mail/outbox';
import { assertPicturesUsable } from '@/lib/media/assert-usable';
import { listBounced, type BouncedReader } from '@/lib/newsletter/bounces';
import { countCopies, storedFigures, type Figures } from '@/lib/newsletter/copies';
import { countEndedReaders } from '@/lib/newsletter/pause';
import { countByLanguage, countReaders } from '@/lib/newsletter/segment';
import { pageNumber } from '@/lib/schemas';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import type { NewsletterInput } from './newsletter-schema';

export const newsletterQuerySchema = z.object({ page: pageNumber });

const listed = { id: true, status: true, lang: true, subject: true, readerLang: true, courseSlug: true, courseOwners: true, sendAt: true, startedAt: true, endedAt: true, unsubscribedCount: true, createdAt: true, updatedAt: true } as const satisfies Prisma.NewsletterSelect;
const whole = { ...listed, preview: true, html: true, figures: true, pausedAt: true, pauseAnswer: true, resumedAt: true } as const satisfies Prisma.NewsletterSelect;

type Stored<Select extends Prisma.NewsletterSelect> = Omit<Prisma.NewsletterGetPayload<{ select: Select }>, 'lang' | 'readerLang' | 'figures'> & { lang: Language; readerLang: Language | null };

export type NewsletterRow = Stored<typeof listed>;
export interface AdminNewsletter extends Stored<typeof whole> {
  /** Whom it would go to now. */
  readers: number;
  /** Null before it is sent. */
  figures: Figures | null;
  /** Subscriptions that its bounces ended. */
  endedReaders: number;
}

const languageOf = (lang: string): Language => (isLanguage(lang) ? lang : defaultLanguage);
const inLanguages = <Row extends { lang: string; readerLang: string | null }>(row: Row) =>
  ({ ...row, lang: languageOf(row.lang), readerLang: row.readerLang === null ? null : languageOf(row.readerLang) });

/** Newest first. Newsletters concern people's addresses: for administrators alone. @throws Problem 401, 403 */
export async function listNewsletters(actor: MaybeActor, { page }: { page: number }): Promise<Page<NewsletterRow>> {
  assertAdmin(actor);
  const rows = await (await db()).newsletter.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], ...windowOf(page), select: listed });
  return pageOf(rows.map(inLanguages), page);
}

export interface Readership { byLanguage: Partial<Record<Language, number>>; bounced: BouncedReader[] }

export const mostBounced = 50;

/** Who reads newsletters, and whose subscription an unreachable address ended. @throws Problem 401, 403 */
export async function readReadership(actor: MaybeActor): Promise<Readership> {
  assertAdmin(actor);
  const [byLanguage, bounced] = await Promise.all([countByLanguage(), listBounced(mostBounced)]);
  return { byLanguage, bounced };
}

/** @throws Problem 401, 403, 404 */
export async function requireNewsletter(actor: MaybeActor, id: string): Promise<AdminNewsletter> {
  assertAdmin(actor);
  const row = await (await db()).newsletter.findUnique({ where: { id }, select: whole });
  if (!row) throw notFound();
  const isWritten = row.status === 'draft' || row.status === 'scheduled';
  const figures = row.figures === null ? await countCopies(id) : storedFigures(row.figures);
  return { ...inLanguages(row), readers: await countReaders(row), figures: isWritten ? null : figures, endedReaders: await countEndedReaders(id) };
}

/** @throws Problem 401, 403 · InvalidInput for an unknown course or picture */
export async function createNewsletter(actor: MaybeActor, input: NewsletterInput): Promise<AdminNewsletter> {
  assertAdmin(actor);
  const id = await transaction(async (tx) => {
    const { id: created } = await tx.newsletter.create({ data: await checked(tx, input), select: { id: true } });
    await writeAudit(tx, { actor, action: 'newsletter.create', subject: `newsletter:${created}` });
    return created;
  });
  return requireNewsletter(actor, id);
}

type Change = NewsletterInput & { updatedAt?: string | undefined };

/**
 * Drafts alone: what is sent or scheduled stays as it is. It is saved as it is written: the audit log has the first save of somebody, not each
 * that follows by itself.
 * @throws Problem 401, 403, 404 · 409 `conflict`, `newsletter-not-draft` · InvalidInput for an unknown course or picture
 */
export async function changeNewsletter(actor: MaybeActor, id: string, { updatedAt, ...input }: Change): Promise<AdminNewsletter> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    await lockDraft(tx, id, updatedAt);
    await tx.newsletter.update({ where: { id }, data: await checked(tx, input), select: { id: true } });
    const subject = `newsletter:${id}`;
    const latest = await tx.audit.findFirst({ where: { subject }, orderBy: { id: 'desc' }, select: { actorId: true, action: true } });
    const isGoingOn = latest?.actorId === actor.userId && ['newsletter.create', 'newsletter.change'].includes(latest.action);
    if (!isGoingOn) await writeAudit(tx, { actor, action: 'newsletter.change', subject });
  });
  return requireNewsletter(actor, id);
}

/** @throws Problem 401, 403, 404 · 409 `newsletter-not-draft` */
export async function removeNewsletter(actor: MaybeActor, id: string): Promise<void> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    await lockDraft(tx, id);
    const { subject } = await tx.newsletter.delete({ where: { id }, select: { subject: true } });
    await writeAudit(tx, { actor, action: 'newsletter.remove', subject: `newsletter:${id}`, detail: { name: subject } });
  });
}

/** @throws Problem 404 · 409 `newsletter-not-draft`, `conflict` */
export async function lockDraft(tx: Tx, id: string, updatedAt?: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "Newsletter" WHERE "id" = ${id} FOR UPDATE`;
  const row = await tx.newsletter.findUnique({ where: { id }, select: { status: true, updatedAt: true } });
  if (!row) throw notFound();
  if (row.status !== 'draft') throw new Problem(409, 'newsletter-not-draft');
  if (updatedAt && updatedAt !== row.updatedAt.toISOString()) throw new Problem(409, 'conflict');
}

/** Cleaned as articles are (X17). */
async function checked(tx: Tx, input: NewsletterInput): Promise<NewsletterInput> {
  if (input.courseSlug !== null && (await tx.course.count({ where: { slug: input.courseSlug } })) === 0) {
    throw new InvalidInput(new ZodError([{ code: 'custom', path: ['courseSlug'], message: 'unknown_course' }]));
  }
  await assertPicturesUsable(tx, { html: input.html });
  return { ...input, html: safeHtml(input.html) };
}

async function letterOf(actor: MaybeActor, id: string): Promise<Letter> {
  const { lang, subject, preview, html } = await requireNewsletter(actor, id);
  return { lang, subject, preview, html };
}

/** As it is saved, as a mail. @throws Problem 401, 403, 404 */
export async function previewNewsletter(actor: MaybeActor, id: string): Promise<{ html: string; text: string }> {
  return composeLetter(await letterOf(actor, id), null);
}

/** To the administrator's own address, as often as wanted. @throws Problem 401, 403, 404 · 409 `unconfirmed` */
export async function sendTest(actor: MaybeActor, id: string, now: Date): Promise<{ to: string }> {
  assertAdmin(actor);
  const letter = await letterOf(actor, id);
  const to = actor.email;
  if (to === null) throw new Problem(409, 'unconfirmed');
  await transaction(async (tx) => {
    await enqueueLetter(tx, { key: `newsletter-test:${id}:${actor.userId}:${now.getTime()}`, to, letter });
    await writeAudit(tx, { actor, action: 'newsletter.test', subject: `newsletter:${id}` });
  });
  return { to };
}
