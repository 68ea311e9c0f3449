import { z } from 'zod';
import type { Database } from '@/lib/database/client';
import type { OwnEmail } from './own-emails';

interface Owner {
  userId: string;
  ownEmails: OwnEmail[];
}

export type Pages = AsyncGenerator<object[]>;

type Row<Shape extends z.ZodRawShape> = z.ZodObject<Shape, z.core.$strict>;

interface ExportedList<Shape extends z.ZodRawShape> {
  readonly rows: z.ZodArray<Row<Shape>>;
  readonly read: (client: Database, owner: Owner) => Pages;
}

/** Prisma's `select` for a row's schema. Objects and arrays of objects become relations. */
type Select<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: Selected<Shape[Name]> };
type Selected<Schema> =
  Schema extends z.ZodObject<infer Shape, z.core.$strict>
    ? { select: Select<Shape> }
    : Schema extends z.ZodArray<infer Element>
      ? Selected<Element>
      : Schema extends z.ZodNullable<infer Inner>
        ? Selected<Inner>
        : true;

export const selectOf = <Shape extends z.ZodRawShape>({ shape }: Row<Shape>): Select<Shape> =>
  Object.fromEntries(Object.entries(shape).map(([name, schema]) => [name, selectionOf(schema)])) as Select<Shape>;

function selectionOf(schema: unknown): object | true {
  if (schema instanceof z.ZodObject) return { select: selectOf(schema) };
  if (schema instanceof z.ZodArray) return selectionOf(schema.element);
  return schema instanceof z.ZodNullable ? selectionOf(schema.unwrap()) : true;
}

/** A hundred orders with all their details take about 500 kB. */
const pageSize = 100;

interface PageById<Shape extends z.ZodRawShape> {
  /** `never` fits both string and bigint ids. */
  where: { userId: string; id?: { gt: never } };
  orderBy: { id: 'asc' };
  take: number;
  select: Select<Shape> & { id: true };
}

/** Reads each page from the last id onwards (ids grow with time), so that all pages cost the same. */
export function exportById<Shape extends z.ZodRawShape>(
  row: Row<Shape>,
  readPage: (client: Database, page: PageById<Shape>) => Promise<Array<{ id: string | bigint }>>,
): ExportedList<Shape> {
  async function* read(client: Database, { userId }: Owner): Pages {
    let after: string | bigint | undefined;
    for (;;) {
      const rows = await readPage(client, {
        where: { userId, ...(after === undefined ? {} : { id: { gt: after as never } }) },
        orderBy: { id: 'asc' },
        take: pageSize,
        select: { ...selectOf(row), id: true },
      });
      if (rows.length > 0) yield 'id' in row.shape ? rows : rows.map(({ id: _id, ...shown }) => shown);
      if (rows.length < pageSize) return;
      after = rows.at(-1)!.id;
    }
  }
  return { rows: z.array(row), read };
}

interface PageByOffset<Shape extends z.ZodRawShape> {
  skip: number;
  take: number;
  select: Select<Shape>;
}

export function exportByOffset<Shape extends z.ZodRawShape>(
  row: Row<Shape>,
  readPage: (client: Database, page: PageByOffset<Shape>, owner: Owner) => Promise<object[]>,
  description?: string,
): ExportedList<Shape> {
  async function* read(client: Database, owner: Owner): Pages {
    for (let skip = 0; ; skip += pageSize) {
      const rows = await readPage(client, { skip, take: pageSize, select: selectOf(row) }, owner);
      if (rows.length > 0) yield rows;
      if (rows.length < pageSize) return;
    }
  }
  const rows = z.array(row);
  return { rows: description === undefined ? rows : rows.describe(description), read };
}
