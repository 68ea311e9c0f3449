import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { type Page, pageOf, pageWindow } from '@/lib/admin/lists';
import { titlesOfDraft } from '@/lib/articles/drafts';
import { invalidate } from '@/lib/cache/invalidate';
import { config } from '@/lib/config/config';
import { titlesOf } from '@/lib/courses/catalogue/course';
import { type Database, db, type Prisma, transaction, type Tx } from '@/lib/database/client';
import { lockRow } from '@/lib/database/lock-row';
import { fold, foldedSpellings } from '@/lib/fold';
import { isLanguage, type Language, languages, type Localised } from '@/lib/language';
import { removeUploadFile } from '@/lib/lessons/admin/upload-file';
import { typedNumber } from '@/lib/numbers';
import { type Actor, assertMay, may, type MaybeActor } from '@/lib/permissions';
import { removePictureFiles } from '@/lib/pictures/picture-files';
import { pictureUrl, urlWidthOf, widthsOf } from '@/lib/pictures/picture-url';
import { altOf, picturesTag } from '@/lib/pictures/pictures';
import { notFound, Problem } from '@/lib/problem';
import { formNumber, localised, pageNumber, singleLine } from '@/lib/schemas';
import { cleanLine, truncate } from '@/lib/text';

const maxMatches = 10_000;

/** The only place that decides who may manage pictures. @throws Problem 401, 403 */
export function assertMediaEditor(actor: MaybeActor): asserts actor is Actor {
  assertMay(actor, 'media');
}

export const pictureFields = {
  id: true,
  name: true,
  format: true,
  bytes: true,
  width: true,
  height: true,
  frames: true,
  focusX: true,
  focusY: true,
  alt: true,
  status: true,
  error: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.PictureSelect;
type PictureRow = Prisma.PictureGetPayload<{ select: typeof pictureFields }>;

export interface AdminPicture extends Omit<PictureRow, 'alt'> {
  alt: Localised;
  address: string | null;
  thumbnail: string | null;
  usable: boolean;
}

export const uploadIdOf = (pictureId: string): string => `picture-${pictureId}`;

export function toAdminPicture({ alt: stored, ...row }: PictureRow): AdminPicture {
  const alt = altOf(stored);
  const isReady = row.status === 'ready';
  return {
    ...row,
    alt,
    usable: isReady && languages.every((lang) => alt[lang] !== ''),
    address: isReady ? pictureUrl(row.id, urlWidthOf(row.width)) : null,
    thumbnail: isReady ? pictureUrl(row.id, widthsOf(row.width)[0] ?? row.width) : null,
  };
}

export async function listPictures(
  actor: MaybeActor,
  { page, q }: z.output<typeof pictureQuerySchema>,
): Promise<Page<AdminPicture>> {
  assertMediaEditor(actor);
  const condition = q ? { id: { in: await findPictures(q) } } : {};
  const rows = await (
    await db()
  ).picture.findMany({
    where: condition,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    ...pageWindow(page),
    select: pictureFields,
  });
  return pageOf(rows.map(toAdminPicture), page);
}

/** Compares in memory, because ILIKE depends on the database's collation. */
async function findPictures(query: string): Promise<string[]> {
  const spellings = foldedSpellings(query).map((spelling) => spelling.split(/\s+/).filter(Boolean));
  const rows = await (
    await db()
  ).picture.findMany({
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: maxMatches,
    select: { id: true, name: true, alt: true },
  });
  const texts = rows.map(({ id, name, alt }) => ({ id, text: fold([name, ...Object.values(altOf(alt))].join('\n')) }));
  return texts
    .filter(({ text }) => spellings.some((words) => words.every((word) => text.includes(word))))
    .map(({ id }) => id);
}

export async function requirePicture(actor: MaybeActor, id: string): Promise<AdminPicture & { uses: PictureUse[] }> {
  assertMediaEditor(actor);
  const client = await db();
  const row = await client.picture.findUnique({ where: { id }, select: pictureFields });
  if (!row) throw notFound();
  return { ...toAdminPicture(row), uses: await listPictureUses(client, actor, id) };
}

/** @throws Problem 401, 403, 404, 409 `conflict` */
export async function changePicture(
  actor: MaybeActor,
  id: string,
  { alt, focusX, focusY, updatedAt }: PictureChange,
): Promise<AdminPicture & { uses: PictureUse[] }> {
  assertMediaEditor(actor);
  await transaction(async (tx) => {
    const picture = await lockPicture(tx, id);
    if (updatedAt && updatedAt !== picture.updatedAt.toISOString()) throw new Problem(409, 'conflict');
    await tx.picture.update({ where: { id }, data: { alt, focusX, focusY }, select: { id: true } });
    await writeAudit(tx, { actor, action: 'picture.change', subject: `picture:${id}`, detail: { name: picture.name } });
  });
  invalidate(picturesTag);
  return requirePicture(actor, id);
}

/**
 * A concurrent save that uses the picture waits and fails. The row stays until the files are gone, so that a failed
 * deletion can be repeated. @throws Problem 401, 403, 404, 409 `picture-used`
 */
export async function removePicture(actor: MaybeActor, id: string): Promise<void> {
  assertMediaEditor(actor);
  const { width, name } = await transaction(async (tx) => {
    const picture = await lockPicture(tx, id);
    if ((await findPictureUses(tx, id)).length > 0) throw new Problem(409, 'picture-used');
    await tx.picture.update({ where: { id }, data: { status: 'failed', error: 'removal' }, select: { id: true } });
    return picture;
  });
  invalidate(picturesTag);
  await removePictureFiles(id, width);
  await removeUploadFile(uploadIdOf(id));
  await transaction(async (tx) => {
    const { count } = await tx.picture.deleteMany({ where: { id } });
    if (count > 0)
      await writeAudit(tx, { actor, action: 'picture.remove', subject: `picture:${id}`, detail: { name } });
  });
}

async function lockPicture(tx: Tx, id: string): Promise<PictureRow> {
  await lockRow(tx, 'Picture', id);
  const row = await tx.picture.findUnique({ where: { id }, select: pictureFields });
  if (!row) throw notFound();
  return row;
}

const mebibyte = 1024 ** 2;
/** Large cameras write JPEGs of this size. */
export const maxPictureBytes = 16 * mebibyte;
export const maxFormFiles = 20;

const percentSchema = formNumber('required').int().min(0).max(100);

export const pictureNameSchema = z.object({ name: z.string().max(1000).default('') });

export const pictureQuerySchema = z.object({ page: pageNumber, q: singleLine().max(100).optional() });

/** `updatedAt` is the version that the editor loaded. Without it, the last save wins. */
export const pictureChangeSchema = z.object({
  alt: localised(singleLine().min(1, 'required').max(300, 'too_long')),
  focusX: percentSchema,
  focusY: percentSchema,
  updatedAt: z.iso.datetime().optional(),
});
type PictureChange = z.output<typeof pictureChangeSchema>;

export const pictureChangeOfForm = (
  { focusX, focusY, ...typed }: Readonly<Record<string, unknown>>,
  lang: Language,
) => ({ ...typed, focusX: parsePercent(focusX, lang), focusY: parsePercent(focusY, lang) });

const parsePercent = (typed: unknown, lang: Language): unknown =>
  typeof typed === 'string' ? typedNumber(typed, lang, 'percent') : typed;

const maxFileNameLength = 120;

const extension = /\.[\p{L}\p{N}]{1,16}$/u;

/** Drops folders and characters that change the text direction. Long names keep their extension. */
export function pictureLabel(name: string): string {
  const last = cleanLine((name.split(/[\\/]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, ''));
  const end = extension.exec(last)?.[0] ?? '';
  return `${truncate(last.slice(0, last.length - end.length), maxFileNameLength - end.length)}${end}` || '?';
}

/** `id` is empty if the actor may not open the page in question, `titles` if the actor may not read its name. */
export interface PictureUse {
  kind: 'article' | 'draft' | 'newsletter' | 'course' | 'content';
  /** Id, slug, or path below the project's content. */
  id: string;
  titles: Partial<Localised>;
}

/** Only admins open newsletters and courses, and see the names of unpublished courses (row N6). */
async function listPictureUses(tx: Database | Tx, actor: Actor, pictureId: string): Promise<PictureUse[]> {
  const uses = await findPictureUses(tx, pictureId);
  if (may(actor, 'administer')) return uses;
  const slugs = uses.filter(({ kind }) => kind === 'course').map(({ id }) => id);
  const offered = new Set(
    (await tx.course.findMany({ where: { slug: { in: slugs }, published: true }, select: { slug: true } })).map(
      ({ slug }) => slug,
    ),
  );
  return uses.map((use) =>
    use.kind === 'newsletter' || use.kind === 'course'
      ? { ...use, id: '', titles: offered.has(use.id) ? use.titles : {} }
      : use,
  );
}

/** Searches the texts themselves, because a separate list of uses could be out of date. */
export async function findPictureUses(tx: Database | Tx, pictureId: string): Promise<PictureUse[]> {
  const [articles, drafts, newsletters, courses, files, published] = await Promise.all([
    tx.article.findMany({
      where: { OR: [{ imageUrl: { contains: pictureId } }, { texts: { some: { html: { contains: pictureId } } } }] },
      orderBy: { id: 'asc' },
      select: { id: true, texts: { select: { lang: true, title: true } } },
    }),
    tx.articleDraft.findMany({
      where: { body: { contains: pictureId } },
      orderBy: { id: 'asc' },
      select: { id: true, body: true },
    }),
    // Sent newsletters count too: their readers' mail programs load the pictures from this site.
    tx.newsletter.findMany({
      where: { html: { contains: pictureId } },
      orderBy: { id: 'asc' },
      select: { id: true, lang: true, subject: true },
    }),
    tx.$queryRaw<
      Array<{ slug: string; text: unknown }>
    >`SELECT "slug", "text" FROM "Course" WHERE "text"::text LIKE ${`%${pictureId}%`} ORDER BY "slug"`,
    findUsesInContent(pictureId),
    findUsesInVersions(tx, pictureId),
  ]);
  return [
    ...articles.map(({ id, texts }): PictureUse => ({
      kind: 'article',
      id,
      titles: Object.fromEntries(texts.filter(({ lang }) => isLanguage(lang)).map(({ lang, title }) => [lang, title])),
    })),
    ...drafts.map(({ id, body }): PictureUse => ({ kind: 'draft', id, titles: titlesOfDraft(body) })),
    ...newsletters.map(({ id, lang, subject }): PictureUse => ({
      kind: 'newsletter',
      id,
      titles: isLanguage(lang) ? { [lang]: subject } : {},
    })),
    ...courses.map(({ slug, text }): PictureUse => ({
      kind: 'course',
      id: slug,
      titles: titlesOf(text as Parameters<typeof titlesOf>[0]),
    })),
    ...[...new Set([...files, ...published])].map((id): PictureUse => ({ kind: 'content', id, titles: {} })),
  ];
}

/** Searches documents edited in administration, in their last saved and their published versions. */
async function findUsesInVersions(tx: Database | Tx, pictureId: string): Promise<string[]> {
  const project = `${config().siteProject}/`;
  const rows = await tx.$queryRaw<Array<{ document: string }>>`
    SELECT "document" FROM (
      (SELECT DISTINCT ON ("document") "document", "body" FROM "ContentVersion" ORDER BY "document", "number" DESC)
      UNION ALL
      (SELECT DISTINCT ON ("document") "document", "body" FROM "ContentVersion" WHERE "publishedAt" IS NOT NULL ORDER BY "document", "number" DESC)
    ) present WHERE starts_with("document", ${project}) AND "body" LIKE ${`%${pictureId}%`} GROUP BY "document" ORDER BY "document"`;
  return rows.map(({ document }) => document.slice(project.length));
}

async function findUsesInContent(pictureId: string): Promise<string[]> {
  const { contentDir, siteProject } = config();
  const folder = join(contentDir, siteProject);
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.json')).sort();
  const uses = await Promise.all(
    paths.map(async (path) => (await readFile(join(folder, path), 'utf8').catch(() => '')).includes(pictureId)),
  );
  return paths.filter((_, index) => uses[index]).map((path) => path.replaceAll('\\', '/'));
}
