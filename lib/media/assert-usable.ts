import 'server-only';
import { ZodError } from 'zod';
import type { Tx } from '@/lib/database/client';
import { languages } from '@/lib/language';
import { InvalidInput } from '@/lib/problem';
import { altOf } from './describe-picture';
import { pictureIdsIn } from './picture-address';

/**
 * What is saved may name only pictures that are ready and have an alternative text in each language. Their rows are locked
 * until the transaction ends, so that none is deleted while something that uses it is saved (X30).
 * @param fields texts that may name pictures, by the field that the refusal names
 * @throws InvalidInput naming the fields
 */
export async function assertPicturesUsable(tx: Tx, fields: Readonly<Record<string, string>>): Promise<void> {
  const ids = [...new Set(Object.values(fields).flatMap(pictureIdsIn))].sort();
  if (ids.length === 0) return;
  const rows = await tx.$queryRaw<Array<{ id: string; status: string; alt: unknown }>>`
    SELECT "id", "status"::text AS "status", "alt" FROM "Picture" WHERE "id" = ANY(${ids}) ORDER BY "id" FOR SHARE`;
  const faultOf = (id: string): string | null => {
    const row = rows.find((each) => each.id === id);
    if (row?.status !== 'ready') return 'picture_missing';
    return languages.every((each) => altOf(row.alt)[each] !== '') ? null : 'picture_without_alt';
  };
  const faults = Object.entries(fields).flatMap(([field, text]) =>
    pictureIdsIn(text).map(faultOf).filter((message) => message !== null).map((message) => ({ code: 'custom' as const, path: field.split('.'), message })));
  if (faults.length > 0) throw new InvalidInput(new ZodError(faults));
}
