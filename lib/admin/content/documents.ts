import 'server-only';
import { createHash } from 'node:crypto';
import type { ZodType } from 'zod';
import { assertMay, type MaybeActor, type Permission } from '@/lib/actor';
import { pathOfPart, siteConfigFile } from '@/lib/cache/content-overlay';
import { config } from '@/lib/config/config';
import { listContentFiles, readRawContent } from '@/lib/content/files/list-files';
import type { JsonValue } from '@/lib/content/form/form-node';
import { shapeOf } from '@/lib/content/shapes';
import { db } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { notFound } from '@/lib/problem';

/** What is edited as one: a file, or the same file in each language. */
export interface ContentDocument {
  /** `home-page.hero`: only looked up in the list of known documents, never made into a path */
  readonly id: string;
  /** project and name, a star in place of the language */
  readonly document: string;
  /** the languages, or `all` */
  readonly parts: readonly string[];
  readonly shape: ZodType;
  /** Who may change it. */
  readonly permission: Permission;
}

/** By language, or `all`. */
export interface Values { [part: string]: JsonValue }

/** Rows of the database begin as these files and have pages of their own in administration (decision 138). */
const catalogueFiles = /^(?:products\.json|\*\/course-page\/courses-data\.json|quizzes\/.*)$/;

/** Every document that administration may change: those with files, and blocks that were added there. @param files more of them, of another folder */
export async function listDocuments(files: readonly string[] = []): Promise<ContentDocument[]> {
  const project = `${config().siteProject}/`;
  const client = await db();
  const added = await client.contentVersion.findMany({ where: { document: { startsWith: project } }, distinct: ['document'], select: { document: true } });
  const names = new Set([siteConfigFile, ...[...(await listContentFiles()), ...files].map((name) => project + name), ...added.map(({ document }) => document)]);
  return [...names].sort().flatMap((document) => documentOf(document, project) ?? []);
}

function documentOf(document: string, project: string): ContentDocument | null {
  const isProjects = document.startsWith(project);
  const name = isProjects ? document.slice(project.length) : document;
  if (catalogueFiles.test(name)) return null;
  const parts = document.includes('*') ? languages : ['all'];
  const shape = shapeOf(pathOfPart(document, parts[0] ?? ''));
  // What stands beside the projects is a setting of the site (N6).
  return shape && { id: idOf(name), document, parts, shape, permission: isProjects ? 'content' : 'administer' };
}

const idOf = (name: string): string => name.replace(/\.json$/, '').replace(/^\*\/|\/\*$/, '').replaceAll('/', '.');

/** @throws Problem 401, 403, 404 */
export async function requireKnownDocument(actor: MaybeActor, id: string): Promise<ContentDocument> {
  assertMay(actor, 'content');
  const found = (await listDocuments()).find((each) => each.id === id);
  if (!found) throw notFound();
  assertMay(actor, found.permission);
  return found;
}

/** What the files have; a part whose file is missing or broken is left out. */
export async function readFiles({ document, parts }: ContentDocument): Promise<Values> {
  const values = await Promise.all(parts.map((part) => readRawContent(pathOfPart(document, part))));
  return Object.fromEntries(parts.flatMap((part, index) => {
    const value = values[index];
    return value === null || value === undefined ? [] : [[part, value] as const];
  }));
}

/** Changes when the files say something else; how they are written does not matter. */
export const hashOf = (files: Values): string => createHash('sha256').update(JSON.stringify(Object.entries(files).sort())).digest('base64url').slice(0, 22);
