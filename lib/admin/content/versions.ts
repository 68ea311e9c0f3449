import 'server-only';
import { assertMay, mayBy, type MaybeActor, type Role } from '@/lib/actor';
import { isLaidByKey, overKeys } from '@/lib/cache/content-overlay';
import { differencesOf, isEqual, type Difference } from '@/lib/content/form/differences';
import { db, type Database, type Tx } from '@/lib/database/client';
import { hashOf, listDocuments, readFiles, requireKnownDocument, type ContentDocument, type Values } from './documents';

/** A document as its editor shows it. */
export interface DocumentState {
  readonly id: string;
  /** What a change is made over: the number of the newest version, 0 without any. */
  readonly version: number;
  /** The newest version, published or not. */
  readonly values: Values;
  /** What the site shows. */
  readonly shown: Values;
  /** The number of the version that the site shows; null: the files. */
  readonly published: number | null;
  readonly isDraft: boolean;
  /** The files were changed by a deployment after what is published was made, and say something else. */
  readonly filesDiffer: boolean;
  readonly files: Values;
}

export interface VersionRow {
  readonly number: number; readonly at: Date; readonly author: string; readonly publishedAt: Date | null; readonly restoredFrom: number | null;
  readonly followsFiles: boolean; readonly isShown: boolean;
  /** Against the version before it; paths begin with the part. */
  readonly differences: readonly Difference[];
}

type Client = Tx | Database;
const fields = { number: true, body: true, filesHash: true, publishedAt: true, authorId: true } as const;

export interface StoredVersion {
  readonly number: number; readonly body: string | null; readonly filesHash: string; readonly publishedAt: Date | null; readonly authorId: string | null;
}

export const newestVersion = (client: Client, document: string): Promise<StoredVersion | null> =>
  client.contentVersion.findFirst({ where: { document }, orderBy: { number: 'desc' }, select: fields });

export const publishedVersion = (client: Client, document: string): Promise<StoredVersion | null> =>
  client.contentVersion.findFirst({ where: { document, publishedAt: { not: null } }, orderBy: { number: 'desc' }, select: fields });

/** What a version shows: parts that it does not have are the files', in some documents single keys too. */
export function valuesOf({ document }: Pick<ContentDocument, 'document'>, body: string | null | undefined, files: Values): Values {
  if (!body) return files;
  const parts = JSON.parse(body) as Values;
  return isLaidByKey(document) ? (overKeys(files, parts) as Values) : { ...files, ...parts };
}

/** @throws Problem 401, 403, 404 */
export async function requireDocument(actor: MaybeActor, id: string): Promise<DocumentState> {
  const known = await requireKnownDocument(actor, id);
  return stateOf(known, await storedOf(known.document));
}

interface Stored { readonly newest: StoredVersion | null; readonly published: StoredVersion | null }

async function storedOf(document: string): Promise<Stored> {
  const client = await db();
  const [newest, published] = await Promise.all([newestVersion(client, document), publishedVersion(client, document)]);
  return { newest, published };
}

async function stateOf(known: ContentDocument, { newest, published }: Stored): Promise<DocumentState> {
  const files = await readFiles(known);
  const shown = valuesOf(known, published?.body, files);
  return {
    id: known.id, version: newest?.number ?? 0, values: valuesOf(known, newest?.body, files), shown, published: published?.body ? published.number : null,
    isDraft: newest !== null && newest.publishedAt === null, files,
    filesDiffer: Boolean(published?.body) && published?.filesHash !== hashOf(files) && !isEqual(shown, files),
  };
}

export type DocumentRow = Pick<DocumentState, 'id' | 'isDraft' | 'filesDiffer' | 'published'> & { readonly values: Values };

/** Every document that the actor may change, with what there is to know of it. @throws Problem 401, 403 */
export async function listDocumentRows(actor: MaybeActor): Promise<DocumentRow[]> {
  assertMay(actor, 'content');
  return allStates(actor.role);
}

/** Those without a version need no query of their own. */
async function allStates(role?: Role): Promise<DocumentState[]> {
  const client = await db();
  const rows = await client.contentVersion.findMany({ distinct: ['document'], select: { document: true } });
  const changed = new Set(rows.map(({ document }) => document));
  const none: Stored = { newest: null, published: null };
  const documents = (await listDocuments()).filter(({ permission }) => !role || mayBy(role, permission));
  return Promise.all(documents.map(async (known) => stateOf(known, changed.has(known.document) ? await storedOf(known.document) : none)));
}

/** For `doctor`: the ids of the documents whose files were deployed after what is published was made, and say something else. */
export async function documentsBehindFiles(): Promise<string[]> {
  return (await allStates()).filter(({ filesDiffer }) => filesDiffer).map(({ id }) => id);
}

export const mostVersions = 50;

/** Newest first, the last fifty. @throws Problem 401, 403, 404 */
export async function listVersions(actor: MaybeActor, id: string): Promise<VersionRow[]> {
  const known = await requireKnownDocument(actor, id);
  const client = await db();
  const [files, rows, published] = await Promise.all([
    readFiles(known),
    client.contentVersion.findMany({
      where: { document: known.document }, orderBy: { number: 'desc' }, take: mostVersions + 1, select: { ...fields, createdAt: true, restoredFrom: true },
    }),
    publishedVersion(client, known.document),
  ]);
  const users = await client.user.findMany({ where: { id: { in: rows.flatMap(({ authorId }) => authorId ?? []) } }, select: { id: true, name: true } });
  const names = new Map(users.map((user) => [user.id, user.name]));
  return rows.slice(0, mostVersions).map(({ number, createdAt, authorId, publishedAt, restoredFrom, body }, index) => ({
    number, at: createdAt, author: names.get(authorId ?? '') ?? '', publishedAt, restoredFrom, followsFiles: body === null, isShown: number === published?.number,
    differences: differencesOf(valuesOf(known, rows[index + 1]?.body, files), valuesOf(known, body, files)),
  }));
}
