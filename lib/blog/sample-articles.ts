import 'server-only';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { db, transaction } from '@/lib/database/client';
import { articlesChanged, saveArticle } from './save-article';
import { articleInputSchema } from './schema';

/** Adds the articles of `prisma/articles` that the database lacks; those it has stay as they are. */
export async function addSampleArticles(folder = join(process.cwd(), 'prisma/articles')): Promise<number> {
  const client = await db();
  const known = new Set((await client.article.findMany({ select: { id: true } })).map(({ id }) => id));
  const moved = new Set((await client.oldSlug.findMany({ where: { kind: 'article' }, select: { from: true } })).map(({ from }) => from));
  const added: string[] = [];
  for (const file of (await readdir(/* turbopackIgnore: true */ folder)).filter((name) => name.endsWith('.json')).sort()) {
    const article = articleInputSchema.parse(JSON.parse(await readFile(/* turbopackIgnore: true */ join(/* turbopackIgnore: true */ folder, file), 'utf8')));
    if (known.has(article.id) || moved.has(article.id)) continue;
    await transaction((tx) => saveArticle(tx, article));
    added.push(article.id);
  }
  if (added.length > 0) articlesChanged(...added);
  return added.length;
}
