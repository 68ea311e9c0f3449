import { z, ZodError } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { type Page, pageOf, pageWindow } from '@/lib/admin/lists';
import { safeHtml } from '@/lib/content/safe-html';
import { db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { defaultLanguage, isLanguage, type Language, languages } from '@/lib/language';
import { composeNewsletterEmail, type NewsletterContent } from '@/lib/mail/newsletter-email';
import { enqueueNewsletterEmail } from '@/lib/mail/outbox';
import { type BouncedReader, listBouncedReaders } from '@/lib/newsletter/bounces';
import { countCopies, countEndedReaders, type DeliveryFigures, parseFigures } from '@/lib/newsletter/copies';
import { countByLanguage, countReaders } from '@/lib/newsletter/segment';
import { assertAdmin, type MaybeActor } from '@/lib/permissions';
import { assertPicturesUsable } from '@/lib/pictures/pictures';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import { moment, pageNumber, singleLine } from '@/lib/schemas';

export const newsletterQuerySchema = z.object({ page: pageNumber });

const listFields = {
  id: true,
  status: true,
  lang: true,
  subject: true,
  readerLang: true,
  courseSlug: true,
  courseOwners: true,
  sendAt: true,
  startedAt: true,
  endedAt: true,
  unsubscribedCount: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.NewsletterSelect;
const detailFields = {
  ...listFields,
  preview: true,
  html: true,
  figures: true,
  pausedAt: true,
  pauseAnswer: true,
  resumedAt: true,
} as const satisfies Prisma.NewsletterSelect;

type StoredNewsletter<Select extends Prisma.NewsletterSelect> = Omit<
  Prisma.NewsletterGetPayload<{ select: Select }>,
  'lang' | 'readerLang' | 'figures'
> & { lang: Language; readerLang: Language | null };

export type NewsletterRow = StoredNewsletter<typeof listFields>;
export interface AdminNewsletter extends StoredNewsletter<typeof detailFields> {
  readers: number;
  htmlBytes: number;
  figures: DeliveryFigures | null;
  endedReaders: number;
}

const languageOf = (lang: string): Language => (isLanguage(lang) ? lang : defaultLanguage);
const parseLanguages = <Row extends { lang: string; readerLang: string | null }>(row: Row) => ({
  ...row,
  lang: languageOf(row.lang),
  readerLang: row.readerLang === null ? null : languageOf(row.readerLang),
});

export async function listNewsletters(actor: MaybeActor, { page }: { page: number }): Promise<Page<NewsletterRow>> {
  assertAdmin(actor);
  const rows = await (
    await db()
  ).newsletter.findMany({ orderBy: [{ createdAt: 'desc' }, { id: 'desc' }], ...pageWindow(page), select: listFields });
  return pageOf(rows.map(parseLanguages), page);
}

export interface Readership {
  byLanguage: Partial<Record<Language, number>>;
  bounced: BouncedReader[];
}

export const maxBounced = 50;

export async function readReadership(actor: MaybeActor): Promise<Readership> {
  assertAdmin(actor);
  const [byLanguage, bounced] = await Promise.all([countByLanguage(), listBouncedReaders(maxBounced)]);
  return { byLanguage, bounced };
}

export async function requireNewsletter(actor: MaybeActor, id: string): Promise<AdminNewsletter> {
  assertAdmin(actor);
  const row = await (await db()).newsletter.findUnique({ where: { id }, select: detailFields });
  if (!row) throw notFound();
  const isWritten = row.status === 'draft' || row.status === 'scheduled';
  const figures = row.figures === null ? await countCopies(id) : parseFigures(row.figures);
  const newsletter = parseLanguages(row);
  return {
    ...newsletter,
    readers: await countReaders(row),
    htmlBytes: Buffer.byteLength((await composeNewsletterEmail(newsletter, null)).html),
    figures: isWritten ? null : figures,
    endedReaders: await countEndedReaders(id),
  };
}

export async function createNewsletter(actor: MaybeActor, input: NewsletterInput): Promise<AdminNewsletter> {
  assertAdmin(actor);
  const id = await transaction(async (tx) => {
    const { id: created } = await tx.newsletter.create({
      data: await validateNewsletter(tx, input),
      select: { id: true },
    });
    await writeAudit(tx, { actor, action: 'newsletter.create', subject: `newsletter:${created}` });
    return created;
  });
  return requireNewsletter(actor, id);
}

type NewsletterChange = NewsletterInput & { updatedAt?: string | undefined };

/** Audits only the first autosave. @throws Problem 401, 403, 404, 409 `conflict`, `newsletter-not-draft`; InvalidInput */
export async function changeNewsletter(
  actor: MaybeActor,
  id: string,
  { updatedAt, ...input }: NewsletterChange,
): Promise<AdminNewsletter> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    await lockDraft(tx, id, updatedAt);
    await tx.newsletter.update({ where: { id }, data: await validateNewsletter(tx, input), select: { id: true } });
    const subject = `newsletter:${id}`;
    const latest = await tx.audit.findFirst({
      where: { subject },
      orderBy: { id: 'desc' },
      select: { actorId: true, action: true },
    });
    const isGoingOn =
      latest?.actorId === actor.userId && ['newsletter.create', 'newsletter.change'].includes(latest.action);
    if (!isGoingOn) await writeAudit(tx, { actor, action: 'newsletter.change', subject });
  });
  return requireNewsletter(actor, id);
}

export async function removeNewsletter(actor: MaybeActor, id: string): Promise<void> {
  assertAdmin(actor);
  await transaction(async (tx) => {
    await lockDraft(tx, id);
    const { subject } = await tx.newsletter.delete({ where: { id }, select: { subject: true } });
    await writeAudit(tx, {
      actor,
      action: 'newsletter.remove',
      subject: `newsletter:${id}`,
      detail: { name: subject },
    });
  });
}

/** @throws Problem 404 `newsletter-deleted` · 409 `newsletter-not-draft`, `conflict` */
export async function lockDraft(tx: Tx, id: string, updatedAt?: string): Promise<void> {
  await lockRow(tx, 'Newsletter', id);
  const row = await tx.newsletter.findUnique({ where: { id }, select: { status: true, updatedAt: true } });
  if (!row) throw notFound('newsletter-deleted');
  if (row.status !== 'draft') throw new Problem(409, 'newsletter-not-draft');
  if (updatedAt && updatedAt !== row.updatedAt.toISOString()) throw new Problem(409, 'conflict');
}

/** Sanitises HTML as for articles (X17). */
async function validateNewsletter(tx: Tx, input: NewsletterInput): Promise<NewsletterInput> {
  if (input.courseSlug !== null && (await tx.course.count({ where: { slug: input.courseSlug } })) === 0) {
    throw new InvalidInput(new ZodError([{ code: 'custom', path: ['courseSlug'], message: 'unknown_course' }]));
  }
  await assertPicturesUsable(tx, { html: input.html });
  return { ...input, html: safeHtml(input.html) };
}

async function readNewsletterContent(actor: MaybeActor, id: string): Promise<NewsletterContent> {
  const { lang, subject, preview, html } = await requireNewsletter(actor, id);
  return { lang, subject, preview, html };
}

export async function previewNewsletter(actor: MaybeActor, id: string): Promise<{ html: string; text: string }> {
  return composeNewsletterEmail(await readNewsletterContent(actor, id), null);
}

/** @throws Problem 401, 403, 404 · 409 `unconfirmed` */
export async function sendTestNewsletter(actor: MaybeActor, id: string, now: Date): Promise<{ to: string }> {
  assertAdmin(actor);
  const letter = await readNewsletterContent(actor, id);
  const recipient = actor.email;
  if (recipient === null) throw new Problem(409, 'unconfirmed');
  await transaction(async (tx) => {
    await enqueueNewsletterEmail(tx, {
      key: `newsletter-test:${id}:${actor.userId}:${now.getTime()}`,
      to: recipient,
      letter,
    });
    await writeAudit(tx, { actor, action: 'newsletter.test', subject: `newsletter:${id}` });
  });
  return { to: recipient };
}

const htmlMax = 200_000;

/** Drafts may be incomplete; sending requires subject and text. */
export const newsletterSchema = z.object({
  lang: z.enum(languages, 'choice_unknown'),
  subject: singleLine('required').max(150, 'too_long'),
  preview: singleLine('required').max(200, 'too_long'),
  html: z.string('required').max(htmlMax, 'too_long'),
  readerLang: z.enum(languages, 'choice_unknown').nullable().describe('Null: readers in every language.'),
  courseSlug: z.string().max(200).nullable().describe('Null: readers regardless of their courses.'),
  courseOwners: z.boolean('required').describe('True: readers who own the course. False: all other readers.'),
});
type NewsletterInput = z.output<typeof newsletterSchema>;

/** The version that the editor loaded. */
const loadedVersion = { updatedAt: z.iso.datetime().optional() };

export const newsletterChangeSchema = z.object({ ...newsletterSchema.shape, ...loadedVersion });
export const newsletterSendSchema = z.object({
  sendAt: moment.nullable().default(null).describe('Null or a past time sends at once.'),
  ...loadedVersion,
});
export const newsletterPreviewSchema = z.object({ part: z.enum(['html', 'text']).default('html') });
