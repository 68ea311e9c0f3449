import 'server-only';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { may, type Actor } from '@/lib/actor';
import { titlesOfDraft } from '@/lib/blog/drafts';
import { config } from '@/lib/config/config';
import { titlesOf } from '@/lib/courses/catalogue/course';
import type { Database, Tx } from '@/lib/database/client';
import { isLanguage, type Localised } from '@/lib/language';

/** `id` is empty where the actor's role may not open what shows the picture, and `titles` where it may not read its name. */
export interface PictureUse { kind: 'article' | 'draft' | 'newsletter' | 'course' | 'content'; /** Id, slug, or path below the project's content. */ id: string; titles: Partial<Localised> }

/** As `findPictureUses`, for this role: newsletters and courses are administrators', and a course that is not offered has no name for others (row N6). */
export async function listPictureUses(tx: Database | Tx, actor: Actor, pictureId: string): Promise<PictureUse[]> {
  const uses = await findPictureUses(tx, pictureId);
  if (may(actor, 'administer')) return uses;
  const slugs = uses.filter(({ kind }) => kind === 'course').map(({ id }) => id);
  const offered = new Set((await tx.course.findMany({ where: { slug: { in: slugs }, published: true }, select: { slug: true } })).map(({ slug }) => slug));
  return uses.map((use) => (use.kind === 'newsletter' || use.kind === 'course' ? { ...use, id: '', titles: offered.has(use.id) ? use.titles : {} } : use));
}

/** Where a picture is shown, read from the texts themselves: a list of uses could disagree with them. */
export async function findPictureUses(tx: Database | Tx, pictureId: string): Promise<PictureUse[]> {
  const [articles, drafts, newsletters, courses, files, published] = await Promise.all([
    tx.article.findMany({
      where: { OR: [{ imageUrl: { contains: pictureId } }, { texts: { some: { html: { contains: pictureId } } } }] }, orderBy: { id: 'asc' },
      select: { id: true, texts: { select: { lang: true, title: true } } },
    }),
    tx.articleDraft.findMany({ where: { body: { contains: pictureId } }, orderBy: { id: 'asc' }, select: { id: true, body: true } }),
    // Those that were sent too: their readers' mail programs fetch the pictures from here.
    tx.newsletter.findMany({ where: { html: { contains: pictureId } }, orderBy: { id: 'asc' }, select: { id: true, lang: true, subject: true } }),
    tx.$queryRaw<Array<{ slug: string; text: unknown }>>`SELECT "slug", "text" FROM "Course" WHERE "text"::text LIKE ${`%${pictureId}%`} ORDER BY "slug"`,
    findInContent(pictureId),
    findInVersions(tx, pictureId),
  ]);
  return [
    ...articles.map(({ id, texts }): PictureUse => ({ kind: 'article', id, titles: Object.fromEntries(texts.filter(({ lang }) => isLanguage(lang)).map(({ lang, title }) => [lang, title])) })),
    ...drafts.map(({ id, body }): PictureUse => ({ kind: 'draft', id, titles: titlesOfDraft(body) })),
    ...newsletters.map(({ id, lang, subject }): PictureUse => ({ kind: 'newsletter', id, titles: isLanguage(lang) ? { [lang]: subject } : {} })),
    ...courses.map(({ slug, text }): PictureUse => ({ kind: 'course', id: slug, titles: titlesOf(text as Parameters<typeof titlesOf>[0]) })),
    ...[...new Set([...files, ...published])].map((id): PictureUse => ({ kind: 'content', id, titles: {} })),
  ];
}

/** Documents changed in administration: as they are saved, and as the site shows them. */
async function findInVersions(tx: Database | Tx, pictureId: string): Promise<string[]> {
  const project = `${config().siteProject}/`;
  const rows = await tx.$queryRaw<Array<{ document: string }>>`
    SELECT "document" FROM (
      (SELECT DISTINCT ON ("document") "document", "body" FROM "ContentVersion" ORDER BY "document", "number" DESC)
      UNION ALL
      (SELECT DISTINCT ON ("document") "document", "body" FROM "ContentVersion" WHERE "publishedAt" IS NOT NULL ORDER BY "document", "number" DESC)
    ) present WHERE starts_with("document", ${project}) AND "body" LIKE ${`%${pictureId}%`} GROUP BY "document" ORDER BY "document"`;
  return rows.map(({ document }) => document.slice(project.length));
}

async function findInContent(pictureId: string): Promise<string[]> {
  const { contentDir, siteProject } = config();
  const folder = join(contentDir, siteProject);
  const paths = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.json')).sort();
  const named = await Promise.all(paths.map(async (path) => (await readFile(join(folder, path), 'utf8').catch(() => '')).includes(pictureId)));
  return paths.filter((_, index) => named[index]).map((path) => path.replaceAll('\\', '/'));
}
