import 'server-only';
import type { Tx } from '@/lib/database/client';
import { translatorOf } from '@/lib/i18n/translator';
import { languages, type Language } from '@/lib/language';
import { Problem } from '@/lib/problem';
import { altOf } from './describe-picture';
import { pictureIdsIn } from './picture-address';

/**
 * What is saved may name only pictures that are ready and have an alternative text in each language. Their rows are locked
 * until the transaction ends, so that none is deleted while something that uses it is saved (X30).
 * @param fields texts that may name pictures, by the field that the refusal names
 * @throws Problem 422
 */
export async function assertPicturesUsable(tx: Tx, fields: Readonly<Record<string, string>>, lang: Language): Promise<void> {
  const ids = [...new Set(Object.values(fields).flatMap(pictureIdsIn))].sort();
  if (ids.length === 0) return;
  const rows = await tx.$queryRaw<Array<{ id: string; status: string; alt: unknown }>>`
    SELECT "id", "status"::text AS "status", "alt" FROM "Picture" WHERE "id" = ANY(${ids}) ORDER BY "id" FOR SHARE`;
  const translate = await translatorOf(lang);
  const faultOf = (id: string): string | null => {
    const row = rows.find((each) => each.id === id);
    if (row?.status !== 'ready') return translate('validation.picture_missing');
    return languages.every((each) => altOf(row.alt)[each] !== '') ? null : translate('validation.picture_without_alt');
  };
  const errors = Object.entries(fields).flatMap(([field, text]) => {
    const faults = pictureIdsIn(text).map(faultOf).filter((fault) => fault !== null);
    return faults.length > 0 ? [[field, [...new Set(faults)]] as [string, string[]]] : [];
  });
  if (errors.length > 0) throw new Problem(422, 'invalid', { errors: Object.fromEntries(errors) });
}
