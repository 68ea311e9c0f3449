import { createHash } from 'node:crypto';
import type { ZodType } from 'zod';
import { config } from '@/lib/config/config';
import { isMergedByKey, mergeByKey, pathOfPart, siteConfigFile } from '@/lib/content/content-overlay';
import { listContentFiles, readRawContent } from '@/lib/content/files';
import { type Difference, isEqual, listDifferences } from '@/lib/content/form/differences';
import type { JsonValue } from '@/lib/content/form/form-node';
import { shapeOf } from '@/lib/content/load';
import { type Database, db, type Tx } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { assertMay, hasPermission, type MaybeActor, type Permission, type Role } from '@/lib/permissions';
import { notFound } from '@/lib/problem';

/** Content that is edited together: a single file, or the same file in each language. */
export interface ContentDocument {
  /** For example `home-page.hero`. It is only compared with known ids and never becomes a path. */
  readonly id: string;
  /** Path of the file, with `*` in place of the language. */
  readonly document: string;
  readonly parts: readonly string[];
  readonly shape: ZodType;
  readonly permission: Permission;
}

export interface Values {
  [part: string]: JsonValue;
}

/** Left out: courses, products and quizzes are database rows with their own admin pages (decision 138). */
const catalogueFiles = /^(?:products\.json|\*\/course-page\/courses-data\.json|quizzes\/.*)$/;

/** Includes blocks added in administration. @param files more document names, from another folder */
export async function listDocuments(files: readonly string[] = []): Promise<ContentDocument[]> {
  const project = `${config().siteProject}/`;
  const client = await db();
  const added = await client.contentVersion.findMany({
    where: { document: { startsWith: project } },
    distinct: ['document'],
    select: { document: true },
  });
  const names = new Set([
    siteConfigFile,
    ...[...(await listContentFiles()), ...files].map((name) => project + name),
    ...added.map(({ document }) => document),
  ]);
  return [...names].sort().flatMap((document) => documentOf(document, project) ?? []);
}

function documentOf(document: string, project: string): ContentDocument | null {
  const isProjects = document.startsWith(project);
  const name = isProjects ? document.slice(project.length) : document;
  if (catalogueFiles.test(name)) return null;
  const parts = document.includes('*') ? languages : ['all'];
  const shape = shapeOf(pathOfPart(document, parts[0] ?? ''));
  // Files outside the project's folder are site settings (N6).
  return shape && { id: idOf(name), document, parts, shape, permission: isProjects ? 'content' : 'administer' };
}

const idOf = (name: string): string =>
  name
    .replace(/\.json$/, '')
    .replace(/^\*\/|\/\*$/, '')
    .replaceAll('/', '.');

export async function requireKnownDocument(actor: MaybeActor, id: string): Promise<ContentDocument> {
  assertMay(actor, 'content');
  const found = (await listDocuments()).find((each) => each.id === id);
  if (!found) throw notFound();
  assertMay(actor, found.permission);
  return found;
}

export const readFiles = (known: ContentDocument): Promise<Values> => readParts(known, readRawContent);

export async function readParts(
  { document, parts }: ContentDocument,
  read: (path: string) => Promise<JsonValue | null>,
): Promise<Values> {
  const values = await Promise.all(parts.map((part) => read(pathOfPart(document, part))));
  return Object.fromEntries(
    parts.flatMap((part, index) => {
      const value = values[index];
      return value === null || value === undefined ? [] : [[part, value] as const];
    }),
  );
}

/** Hashes only the values, so that the formatting of the files does not matter. */
export const hashOfFiles = (files: Values): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(files).sort()))
    .digest('base64url')
    .slice(0, 22);

export interface DocumentState {
  readonly id: string;
  readonly version: number;
  readonly values: Values;
  readonly shown: Values;
  readonly published: number | null;
  readonly isDraft: boolean;
  /** A deployment has changed the files since the version was published, and they differ from what the site shows. */
  readonly filesDiffer: boolean;
  readonly files: Values;
}

interface VersionRow {
  readonly number: number;
  readonly at: Date;
  readonly author: string;
  readonly publishedAt: Date | null;
  readonly restoredFrom: number | null;
  readonly followsFiles: boolean;
  readonly isShown: boolean;
  readonly differences: readonly Difference[];
}

type Client = Tx | Database;
const versionFields = { number: true, body: true, filesHash: true, publishedAt: true, authorId: true } as const;

export interface StoredVersion {
  readonly number: number;
  readonly body: string | null;
  readonly filesHash: string;
  readonly publishedAt: Date | null;
  readonly authorId: string | null;
}

export const findNewestVersion = (client: Client, document: string): Promise<StoredVersion | null> =>
  client.contentVersion.findFirst({ where: { document }, orderBy: { number: 'desc' }, select: versionFields });

export const findPublishedVersion = (client: Client, document: string): Promise<StoredVersion | null> =>
  client.contentVersion.findFirst({
    where: { document, publishedAt: { not: null } },
    orderBy: { number: 'desc' },
    select: versionFields,
  });

/** Fills in missing parts from the files and, in documents merged by key, also missing keys. */
export function versionValues(
  { document }: Pick<ContentDocument, 'document'>,
  body: string | null | undefined,
  files: Values,
): Values {
  if (!body) return files;
  const parts = JSON.parse(body) as Values;
  return isMergedByKey(document) ? (mergeByKey(files, parts) as Values) : { ...files, ...parts };
}

export async function requireDocument(actor: MaybeActor, id: string): Promise<DocumentState> {
  const known = await requireKnownDocument(actor, id);
  return readDocumentState(known, await readStoredVersions(known.document));
}

interface StoredVersions {
  readonly newest: StoredVersion | null;
  readonly published: StoredVersion | null;
}

async function readStoredVersions(document: string): Promise<StoredVersions> {
  const client = await db();
  const [newest, published] = await Promise.all([
    findNewestVersion(client, document),
    findPublishedVersion(client, document),
  ]);
  return { newest, published };
}

async function readDocumentState(
  known: ContentDocument,
  { newest, published }: StoredVersions,
): Promise<DocumentState> {
  const files = await readFiles(known);
  const shown = versionValues(known, published?.body, files);
  return {
    id: known.id,
    version: newest?.number ?? 0,
    values: versionValues(known, newest?.body, files),
    shown,
    published: published?.body ? published.number : null,
    isDraft: newest !== null && newest.publishedAt === null,
    files,
    filesDiffer: Boolean(published?.body) && published?.filesHash !== hashOfFiles(files) && !isEqual(shown, files),
  };
}

export type DocumentRow = Pick<DocumentState, 'id' | 'isDraft' | 'filesDiffer' | 'published'> & {
  readonly values: Values;
};

export async function listDocumentRows(actor: MaybeActor): Promise<DocumentRow[]> {
  assertMay(actor, 'content');
  return readAllStates(actor.role);
}

async function readAllStates(role?: Role): Promise<DocumentState[]> {
  const client = await db();
  const rows = await client.contentVersion.findMany({ distinct: ['document'], select: { document: true } });
  const changed = new Set(rows.map(({ document }) => document));
  const none: StoredVersions = { newest: null, published: null };
  const documents = (await listDocuments()).filter(({ permission }) => !role || hasPermission(role, permission));
  return Promise.all(
    documents.map(async (known) =>
      readDocumentState(known, changed.has(known.document) ? await readStoredVersions(known.document) : none),
    ),
  );
}

export async function listDocumentsBehindFiles(): Promise<string[]> {
  return (await readAllStates()).filter(({ filesDiffer }) => filesDiffer).map(({ id }) => id);
}

export const maxVersions = 50;

export async function listVersions(actor: MaybeActor, id: string): Promise<VersionRow[]> {
  const known = await requireKnownDocument(actor, id);
  const client = await db();
  const [files, rows, published] = await Promise.all([
    readFiles(known),
    client.contentVersion.findMany({
      where: { document: known.document },
      orderBy: { number: 'desc' },
      take: maxVersions + 1,
      select: { ...versionFields, createdAt: true, restoredFrom: true },
    }),
    findPublishedVersion(client, known.document),
  ]);
  const users = await client.user.findMany({
    where: { id: { in: rows.flatMap(({ authorId }) => authorId ?? []) } },
    select: { id: true, name: true },
  });
  const names = new Map(users.map((user) => [user.id, user.name]));
  return rows.slice(0, maxVersions).map(({ number, createdAt, authorId, publishedAt, restoredFrom, body }, index) => ({
    number,
    at: createdAt,
    author: names.get(authorId ?? '') ?? '',
    publishedAt,
    restoredFrom,
    followsFiles: body === null,
    isShown: number === published?.number,
    differences: listDifferences(versionValues(known, rows[index + 1]?.body, files), versionValues(known, body, files)),
  }));
}
