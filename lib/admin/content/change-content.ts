import 'server-only';
import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { assertMay, type Actor, type MaybeActor } from '@/lib/actor';
import { announceWith } from '@/lib/cache/broadcast';
import { contentTag, contentVersionsTag, pathOfPart } from '@/lib/cache/content-overlay';
import { invalidateHere } from '@/lib/cache/invalidate';
import { isEqual } from '@/lib/content/form/differences';
import { itemsPathOf, withFormerSlugs } from '@/lib/content/item-addresses';
import { blockSchema, personBlockSchema } from '@/lib/content/schema';
import { db, isUniqueViolation, transaction, type Database, type Tx } from '@/lib/database/client';
import type { JsonValue } from '@/lib/content/form/form-node';
import { assertPicturesUsable } from '@/lib/media/assert-usable';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import { jsonValue } from '@/lib/schemas';
import { cleanValues } from './clean-values';
import { hashOf, listDocuments, readFiles, requireKnownDocument, type ContentDocument, type Values } from './documents';
import { publishingSchema } from './document-schema';
import { newestVersion, publishedVersion, requireDocument, valuesOf, type DocumentState, type StoredVersion } from './versions';

/** The newest version that its editor knew; somebody else's in between is a conflict. */
const version = z.int().min(0);
export const draftSchema = z.object({ version, values: z.record(z.string().max(10), jsonValue) });
export const contentActionSchema = z.object({ version, number: z.int().min(0).default(0).describe('of the version that is restored; 0: the files') });
type ContentAction = z.output<typeof contentActionSchema>;

/** Saves what was typed, complete or not; the site shows it when it is published. @throws Problem 401, 403, 404, 409 `conflict` */
export async function saveDraft(actor: MaybeActor, id: string, { version: seen, values }: z.output<typeof draftSchema>): Promise<DocumentState> {
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  const given = Object.fromEntries(known.parts.flatMap((part) => (values[part] === undefined ? [] : [[part, values[part]] as const]))) as Values;
  const filesHash = hashOf(await readFiles(known));
  await noConflict(transaction(async (tx) => {
    await requireNewest(tx, known, seen);
    await tx.contentVersion.create({
      data: { document: known.document, number: seen + 1, body: JSON.stringify(given), filesHash, authorId: actor.userId }, select: { id: true },
    });
    await writeAudit(tx, { actor, action: 'content.save', subject: `content:${id}`, detail: { version: seen + 1 } });
  }));
  return requireDocument(actor, id);
}

/**
 * Shows the newest version on the site, in every process. @throws Problem 401, 403, 404, 409 `conflict`
 * @throws InvalidInput naming the fields
 */
export async function publishDraft(actor: MaybeActor, id: string, { version: seen }: ContentAction, now: Date): Promise<DocumentState> {
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  const client = await db();
  const [files, newest] = await Promise.all([readFiles(known), newestVersion(client, known.document)]);
  if (!newest || newest.number !== seen) throw new Problem(409, 'conflict');
  if (newest.publishedAt) return requireDocument(actor, id);
  const body = await valid(known, valuesOf(known, newest.body, files), files);
  await change(known, files, async (tx) => {
    await requireNewest(tx, known, seen);
    await assertPicturesUsable(tx, textsOf(body));
    await tx.contentVersion.update({
      where: { document_number: { document: known.document, number: seen } },
      data: { body: JSON.stringify(body), filesHash: hashOf(files), publishedAt: now, publishedById: actor.userId }, select: { id: true },
    });
    await writeAudit(tx, { actor, action: 'content.publish', subject: `content:${id}`, detail: { version: seen } });
  });
  return requireDocument(actor, id);
}

/** Publishes an older version again; 0 gives the site back to the files. @throws Problem 401, 403, 404, 409 `conflict`; InvalidInput */
export async function restoreVersion(actor: MaybeActor, id: string, { version: seen, number }: ContentAction, now: Date): Promise<DocumentState> {
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  await publishNew(actor, known, { seen, action: 'content.restore', restoredFrom: number, now }, async (client) => {
    if (number === 0) return null;
    const row = await client.contentVersion.findUnique({ where: { document_number: { document: known.document, number } }, select: { body: true } });
    if (!row) throw notFound();
    return row.body;
  });
  return requireDocument(actor, id);
}

/**
 * Decides for what is published, against files that a deployment changed since. No new version: a draft stays the newest.
 * @throws Problem 401, 403, 404, 409 `conflict`; InvalidInput
 */
export async function confirmPublished(actor: MaybeActor, id: string, { version: seen }: ContentAction): Promise<DocumentState> {
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  const client = await db();
  const [files, published] = await Promise.all([readFiles(known), publishedVersion(client, known.document)]);
  if (!published?.body) throw notFound();
  await valid(known, valuesOf(known, published.body, files), files);
  await transaction(async (tx) => {
    await requireNewest(tx, known, seen);
    await tx.contentVersion.update({
      where: { document_number: { document: known.document, number: published.number } }, data: { filesHash: hashOf(files) }, select: { id: true },
    });
    await writeAudit(tx, { actor, action: 'content.confirm', subject: `content:${id}`, detail: { version: published.number } });
  });
  return requireDocument(actor, id);
}

/** Editors begin from what the site shows again; the draft stays in the history. @throws Problem 401, 403, 404, 409 `conflict` */
export async function discardDraft(actor: MaybeActor, id: string, { version: seen }: ContentAction, now: Date): Promise<DocumentState> {
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  const filesHash = hashOf(await readFiles(known));
  await noConflict(transaction(async (tx) => {
    const newest = await requireNewest(tx, known, seen);
    if (!newest || newest.publishedAt) throw new Problem(409, 'conflict');
    const { number: restoredFrom, ...shown } = (await publishedVersion(tx, known.document)) ?? { number: 0, body: null, filesHash };
    await tx.contentVersion.create({
      data: {
        document: known.document, number: seen + 1, body: shown.body, filesHash: shown.filesHash, restoredFrom,
        authorId: actor.userId, publishedAt: now, publishedById: actor.userId,
      },
      select: { id: true },
    });
    await writeAudit(tx, { actor, action: 'content.discard', subject: `content:${id}`, detail: { version: seen } });
  }));
  return requireDocument(actor, id);
}

const isBlock = ({ shape }: ContentDocument): boolean => shape === blockSchema || shape === personBlockSchema;

/** Whether it is part of a page, and can be copied. @throws Problem 401, 403, 404 */
export const isBlockDocument = async (actor: MaybeActor, id: string): Promise<boolean> => isBlock(await requireKnownDocument(actor, id));

/** A new block that begins as this one; it is on no page until it is put on one. @throws Problem 401, 403, 404 also for what is no block */
export async function copyBlock(actor: MaybeActor, id: string, now: Date): Promise<{ id: string }> {
  const { shown } = await requireDocument(actor, id);
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  if (!isBlock(known)) throw notFound();
  const ids = new Set((await listDocuments()).map((each) => each.id));
  let number = 2;
  while (ids.has(`${id}-${number}`)) number += 1;
  const copy = { ...known, id: `${id}-${number}`, document: known.document.replace(/\.json$/, `-${number}.json`) };
  const named = Object.fromEntries(Object.entries(shown).map(([part, value]) => [part, { ...(value as Values), fileName: `${(value as { fileName: string }).fileName}-${number}` }]));
  await publishNew(actor, copy, { seen: 0, action: 'content.copy', restoredFrom: null, now }, async () => JSON.stringify(named));
  return { id: copy.id };
}

interface NewVersion { seen: number; action: string; restoredFrom: number | null; now: Date }

/** A draft that is the newest version is so afterwards too: editors go on from it. @param actor null: a command */
export async function publishNew(actor: Actor | null, known: ContentDocument, { seen, action, restoredFrom, now }: NewVersion, bodyOf: (client: Database) => Promise<string | null>): Promise<void> {
  const client = await db();
  const [files, given] = await Promise.all([readFiles(known), bodyOf(client)]);
  const values = given === null ? null : await valid(known, valuesOf(known, given, files), files);
  await change(known, files, async (tx) => {
    const newest = await requireNewest(tx, known, seen);
    if (values) await assertPicturesUsable(tx, textsOf(values));
    const by = actor?.userId ?? null;
    await tx.contentVersion.create({
      data: { document: known.document, number: seen + 1, body: values && JSON.stringify(values), filesHash: hashOf(files), restoredFrom, authorId: by, publishedAt: now, publishedById: by }, select: { id: true },
    });
    await writeAudit(tx, { actor, action, subject: `content:${known.id}`, detail: { version: seen + 1, ...(restoredFrom !== null && { from: restoredFrom }) } });
    if (newest && !newest.publishedAt && !isEqual(valuesOf(known, newest.body, files), values ?? files)) await keepDraft(tx, known, newest, seen + 2);
  });
}

async function keepDraft(tx: Tx, { document }: ContentDocument, { number: restoredFrom, body, filesHash, authorId }: StoredVersion, number: number): Promise<void> {
  await tx.contentVersion.create({ data: { document, number, body, filesHash, restoredFrom, authorId }, select: { id: true } });
}

/** What is published: cleaned, and with the addresses that it takes away as former ones (A14). */
async function valid(known: ContentDocument, values: Values, files: Values): Promise<Values> {
  const parsed = (await publishingSchema(known)).safeParse(values, { reportInput: true });
  if (!parsed.success) throw new InvalidInput(parsed.error);
  const clean = cleanValues(known, values);
  const items = itemsPathOf(known.shape);
  return items ? withFormerSlugs(valuesOf(known, (await publishedVersion(await db(), known.document))?.body, files), clean, items) : clean;
}

/** Every text by its dotted place. */
function textsOf(value: JsonValue, path: readonly string[] = []): Record<string, string> {
  if (typeof value === 'string') return { [path.join('.')]: value };
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign({}, ...Object.entries(value).map(([key, each]) => textsOf(each, [...path, key]))) as Record<string, string>;
}

/** Announced by the transaction itself, so that no process can miss it; pages that read a file that changed are made anew. */
async function change(known: ContentDocument, files: Values, work: (tx: Tx) => Promise<void>): Promise<void> {
  const tags = await noConflict(transaction(async (tx) => {
    const before = valuesOf(known, (await publishedVersion(tx, known.document))?.body, files);
    await work(tx);
    const after = valuesOf(known, (await publishedVersion(tx, known.document))?.body, files);
    const changed = known.parts.filter((part) => !isEqual(before[part], after[part])).map((part) => contentTag(pathOfPart(known.document, part)));
    const all = [contentVersionsTag, ...changed];
    await announceWith(tx, all);
    return all;
  }));
  invalidateHere(tags, false);
}

async function requireNewest(tx: Tx, { document }: ContentDocument, seen: number): Promise<StoredVersion | null> {
  const newest = await newestVersion(tx, document);
  if ((newest?.number ?? 0) !== seen) throw new Problem(409, 'conflict');
  return newest;
}

/** Two at once: the row's number decides. */
async function noConflict<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw isUniqueViolation(error) ? new Problem(409, 'conflict') : error;
  }
}
