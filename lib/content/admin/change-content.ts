import { z } from 'zod';
import { writeAudit } from '@/lib/accounts/audit';
import { announceInTransaction } from '@/lib/cache/broadcast';
import { invalidateHere } from '@/lib/cache/invalidate';
import { contentTag, contentVersionsTag, pathOfPart } from '@/lib/content/content-overlay';
import { isEqual } from '@/lib/content/form/differences';
import type { FormNode, JsonValue } from '@/lib/content/form/form-node';
import { buildForm } from '@/lib/content/form/form-of';
import { itemsPathOf, withFormerSlugs } from '@/lib/content/item-addresses';
import { safeHtml } from '@/lib/content/safe-html';
import { blockSchema, personBlockSchema } from '@/lib/content/schema';
import { conflictOnDuplicate, type Database, db, transaction, type Tx } from '@/lib/database/client';
import { type Actor, assertMay, type MaybeActor } from '@/lib/permissions';
import { assertPicturesUsable } from '@/lib/pictures/pictures';
import { InvalidInput, notFound, Problem } from '@/lib/problem';
import { jsonValue } from '@/lib/schemas';
import { readPublishingSchema } from './document-schema';
import {
  type ContentDocument,
  type DocumentState,
  findNewestVersion,
  findPublishedVersion,
  hashOfFiles,
  listDocuments,
  readFiles,
  requireDocument,
  requireKnownDocument,
  type StoredVersion,
  type Values,
  versionValues,
} from './documents';

/** The newest version that the editor loaded. If a newer one exists, saving is a conflict. */
const version = z.int().min(0);
export const draftSchema = z.object({ version, values: z.record(z.string().max(10), jsonValue) });
export const contentActionSchema = z.object({
  version,
  number: z.int().min(0).default(0).describe('Number of the version to restore; 0 restores the files.'),
});
type ContentAction = z.output<typeof contentActionSchema>;

/** Accepts incomplete values. @throws Problem 401, 403, 404, 409 `conflict` */
export async function saveDraft(
  actor: MaybeActor,
  id: string,
  { version: seen, values }: z.output<typeof draftSchema>,
): Promise<DocumentState> {
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  const given = Object.fromEntries(
    known.parts.flatMap((part) => (values[part] === undefined ? [] : [[part, values[part]] as const])),
  ) as Values;
  const filesHash = hashOfFiles(await readFiles(known));
  await conflictOnDuplicate(
    transaction(async (tx) => {
      await requireNewest(tx, known, seen);
      await tx.contentVersion.create({
        data: {
          document: known.document,
          number: seen + 1,
          body: JSON.stringify(given),
          filesHash,
          authorId: actor.userId,
        },
        select: { id: true },
      });
      await writeAudit(tx, { actor, action: 'content.save', subject: `content:${id}`, detail: { version: seen + 1 } });
    }),
  );
  return requireDocument(actor, id);
}

/** @throws Problem 401, 403, 404, 409 `conflict`; InvalidInput naming the fields */
export async function publishDraft(
  actor: MaybeActor,
  id: string,
  { version: seen }: ContentAction,
  now: Date,
): Promise<DocumentState> {
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  const client = await db();
  const [files, newest] = await Promise.all([readFiles(known), findNewestVersion(client, known.document)]);
  if (!newest || newest.number !== seen) throw new Problem(409, 'conflict');
  if (newest.publishedAt) return requireDocument(actor, id);
  const body = await validateValues(known, versionValues(known, newest.body, files), files);
  await writeAndInvalidate(known, { files, seen }, async (tx) => {
    await assertPicturesUsable(tx, textsByPath(body));
    await tx.contentVersion.update({
      where: { document_number: { document: known.document, number: seen } },
      data: {
        body: JSON.stringify(body),
        filesHash: hashOfFiles(files),
        publishedAt: now,
        publishedById: actor.userId,
      },
      select: { id: true },
    });
    await writeAudit(tx, { actor, action: 'content.publish', subject: `content:${id}`, detail: { version: seen } });
  });
  return requireDocument(actor, id);
}

/** Version 0 means the content files. @throws Problem 401, 403, 404, 409 `conflict`; InvalidInput */
export async function restoreVersion(
  actor: MaybeActor,
  id: string,
  { version: seen, number }: ContentAction,
  now: Date,
): Promise<DocumentState> {
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  await publishVersion(actor, known, { seen, action: 'content.restore', restoredFrom: number, now }, async (client) => {
    if (number === 0) return null;
    const row = await client.contentVersion.findUnique({
      where: { document_number: { document: known.document, number } },
      select: { body: true },
    });
    if (!row) throw notFound();
    return row.body;
  });
  return requireDocument(actor, id);
}

/** Confirms the published version after the files changed. Adds no version, so that a draft stays the newest. */
export async function confirmPublished(
  actor: MaybeActor,
  id: string,
  { version: seen }: ContentAction,
): Promise<DocumentState> {
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  const client = await db();
  const [files, published] = await Promise.all([readFiles(known), findPublishedVersion(client, known.document)]);
  if (!published?.body) throw notFound();
  await validateValues(known, versionValues(known, published.body, files), files);
  await transaction(async (tx) => {
    await requireNewest(tx, known, seen);
    await tx.contentVersion.update({
      where: { document_number: { document: known.document, number: published.number } },
      data: { filesHash: hashOfFiles(files) },
      select: { id: true },
    });
    await writeAudit(tx, {
      actor,
      action: 'content.confirm',
      subject: `content:${id}`,
      detail: { version: published.number },
    });
  });
  return requireDocument(actor, id);
}

/** Keeps the draft in the history. @throws Problem 401, 403, 404, 409 `conflict` */
export async function discardDraft(
  actor: MaybeActor,
  id: string,
  { version: seen }: ContentAction,
  now: Date,
): Promise<DocumentState> {
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  const filesHash = hashOfFiles(await readFiles(known));
  await conflictOnDuplicate(
    transaction(async (tx) => {
      const newest = await requireNewest(tx, known, seen);
      if (!newest || newest.publishedAt) throw new Problem(409, 'conflict');
      const { number: restoredFrom, ...shown } = (await findPublishedVersion(tx, known.document)) ?? {
        number: 0,
        body: null,
        filesHash,
      };
      await tx.contentVersion.create({
        data: {
          document: known.document,
          number: seen + 1,
          body: shown.body,
          filesHash: shown.filesHash,
          restoredFrom,
          authorId: actor.userId,
          publishedAt: now,
          publishedById: actor.userId,
        },
        select: { id: true },
      });
      await writeAudit(tx, { actor, action: 'content.discard', subject: `content:${id}`, detail: { version: seen } });
    }),
  );
  return requireDocument(actor, id);
}

const isBlock = ({ shape }: ContentDocument): boolean => shape === blockSchema || shape === personBlockSchema;

export const isBlockDocument = async (actor: MaybeActor, id: string): Promise<boolean> =>
  isBlock(await requireKnownDocument(actor, id));

/** The copy appears on no page until an editor adds it. @throws Problem 401, 403, 404 if it is not a block */
export async function copyBlock(actor: MaybeActor, id: string, now: Date): Promise<{ id: string }> {
  const { shown } = await requireDocument(actor, id);
  assertMay(actor, 'content');
  const known = await requireKnownDocument(actor, id);
  if (!isBlock(known)) throw notFound();
  const ids = new Set((await listDocuments()).map((each) => each.id));
  let number = 2;
  while (ids.has(`${id}-${number}`)) number += 1;
  const copy = { ...known, id: `${id}-${number}`, document: known.document.replace(/\.json$/, `-${number}.json`) };
  const named = Object.fromEntries(
    Object.entries(shown).map(([part, value]) => [
      part,
      { ...(value as Values), fileName: `${(value as { fileName: string }).fileName}-${number}` },
    ]),
  );
  await publishVersion(actor, copy, { seen: 0, action: 'content.copy', restoredFrom: null, now }, async () =>
    JSON.stringify(named),
  );
  return { id: copy.id };
}

interface NewVersion {
  seen: number;
  action: string;
  restoredFrom: number | null;
  now: Date;
}

/** Keeps an unpublished draft that differs as the newest version. `actor` is null for a command. */
export async function publishVersion(
  actor: Actor | null,
  known: ContentDocument,
  { seen, action, restoredFrom, now }: NewVersion,
  bodyOf: (client: Database) => Promise<string | null>,
): Promise<void> {
  const client = await db();
  const [files, given] = await Promise.all([readFiles(known), bodyOf(client)]);
  const values = given === null ? null : await validateValues(known, versionValues(known, given, files), files);
  await writeAndInvalidate(known, { files, seen }, async (tx, newest) => {
    if (values) await assertPicturesUsable(tx, textsByPath(values));
    const by = actor?.userId ?? null;
    await tx.contentVersion.create({
      data: {
        document: known.document,
        number: seen + 1,
        body: values && JSON.stringify(values),
        filesHash: hashOfFiles(files),
        restoredFrom,
        authorId: by,
        publishedAt: now,
        publishedById: by,
      },
      select: { id: true },
    });
    await writeAudit(tx, {
      actor,
      action,
      subject: `content:${known.id}`,
      detail: { version: seen + 1, ...(restoredFrom !== null && { from: restoredFrom }) },
    });
    if (newest && !newest.publishedAt && !isEqual(versionValues(known, newest.body, files), values ?? files))
      await keepDraft(tx, known, newest, seen + 2);
  });
}

async function keepDraft(
  tx: Tx,
  { document }: ContentDocument,
  { number: restoredFrom, body, filesHash, authorId }: StoredVersion,
  number: number,
): Promise<void> {
  await tx.contentVersion.create({
    data: { document, number, body, filesHash, restoredFrom, authorId },
    select: { id: true },
  });
}

/** Sanitises the values and records dropped addresses as former slugs (A14). @throws InvalidInput */
async function validateValues(known: ContentDocument, values: Values, files: Values): Promise<Values> {
  const parsed = (await readPublishingSchema(known)).safeParse(values, { reportInput: true });
  if (!parsed.success) throw new InvalidInput(parsed.error);
  const clean = sanitiseValues(known, values);
  const items = itemsPathOf(known.shape);
  return items
    ? withFormerSlugs(
        versionValues(known, (await findPublishedVersion(await db(), known.document))?.body, files),
        clean,
        items,
      )
    : clean;
}

function textsByPath(value: JsonValue, path: readonly string[] = []): Record<string, string> {
  if (typeof value === 'string') return { [path.join('.')]: value };
  if (typeof value !== 'object' || value === null) return {};
  return Object.assign({}, ...Object.entries(value).map(([key, each]) => textsByPath(each, [...path, key]))) as Record<
    string,
    string
  >;
}

/** Announces the changed files in the same transaction, so that no process can miss the invalidation. */
async function writeAndInvalidate(
  known: ContentDocument,
  { files, seen }: { files: Values; seen: number },
  work: (tx: Tx, newest: StoredVersion | null) => Promise<void>,
): Promise<void> {
  const tags = await conflictOnDuplicate(
    transaction(async (tx) => {
      const newest = await requireNewest(tx, known, seen);
      const before = versionValues(known, (await findPublishedVersion(tx, known.document))?.body, files);
      await work(tx, newest);
      const after = versionValues(known, (await findPublishedVersion(tx, known.document))?.body, files);
      const changed = known.parts
        .filter((part) => !isEqual(before[part], after[part]))
        .map((part) => contentTag(pathOfPart(known.document, part)));
      const all = [contentVersionsTag, ...changed];
      await announceInTransaction(tx, all);
      return all;
    }),
  );
  invalidateHere(tags, false);
}

/** Locks the version, so that of two changes at the same moment the second sees the first. */
async function requireNewest(tx: Tx, { document }: ContentDocument, seen: number): Promise<StoredVersion | null> {
  await tx.$queryRaw`SELECT 1 AS locked FROM "ContentVersion" WHERE "document" = ${document} AND "number" = ${seen} FOR UPDATE`;
  const newest = await findNewestVersion(tx, document);
  if ((newest?.number ?? 0) !== seen) throw new Problem(409, 'conflict');
  return newest;
}

function sanitiseValues({ shape }: ContentDocument, values: Values): Values {
  const node = buildForm(shape);
  return Object.fromEntries(Object.entries(values).map(([part, value]) => [part, sanitiseNode(node, value)]));
}

function sanitiseNode(node: FormNode, value: JsonValue): JsonValue {
  if (node.kind === 'text') return node.format === 'html' && typeof value === 'string' ? safeHtml(value) : value;
  if (Array.isArray(value)) return node.kind === 'list' ? value.map((each) => sanitiseNode(node.item, each)) : value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const inner = nodeAt(node, key, value);
      return [key, inner ? sanitiseNode(inner, each) : each];
    }),
  );
}

function nodeAt(node: FormNode, key: string, value: { [key: string]: JsonValue }): FormNode | undefined {
  if (node.kind === 'map') return node.value;
  const group = node.kind === 'variants' ? node.variants.find(({ name }) => name === value[node.by])?.node : node;
  return group?.kind === 'group' ? group.fields.find(({ name }) => name === key)?.node : undefined;
}
