import 'server-only';
import { z } from 'zod';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { InvalidInput, Problem } from '@/lib/problem';

/** A page of a list has fewer. */
const mostRows = 100;

/** Which of the actions, and on which rows: the id of each with the version that was seen, empty where rows have none. */
export const bulkSchema = <Action extends string>(actions: readonly [Action, ...Action[]]) => z.object({
  action: z.enum(actions, 'required'),
  rows: z.record(z.string().max(200), z.string().max(60), 'bulk_size').refine((rows) => Object.keys(rows).length > 0 && Object.keys(rows).length <= mostRows, 'bulk_size'),
});

export interface Bulk<Action extends string> { action: Action; rows: Record<string, string> }

/** What became of the rows; those that stay as they were with a sentence why. */
export interface BulkResult { changed: number; unchanged: Array<{ id: string; name: string; reason: string }> }

interface Work {
  rows: Record<string, string>;
  lang: Language;
  /** One row, by the domain function that changes it alone: with its own check of permission, transaction and line in the audit log. */
  change: (id: string, version: string) => Promise<unknown>;
  /** What people call the rows, by id. */
  namesOf: (ids: string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Row after row: one that is refused stops none of the others. @throws Problem 401, 403 */
export async function changeEach({ rows, lang, change, namesOf }: Work): Promise<BulkResult> {
  const refused: Array<{ id: string; problem: Problem }> = [];
  for (const [id, version] of Object.entries(rows)) {
    try {
      await change(id, version);
    } catch (error) {
      const problem = error instanceof InvalidInput ? new Problem(422, 'invalid') : error;
      if (!(problem instanceof Problem) || problem.status === 401 || problem.status === 403) throw error;
      refused.push({ id, problem });
    }
  }
  const changed = Object.keys(rows).length - refused.length;
  if (refused.length === 0) return { changed, unchanged: [] };
  const [t, names] = await Promise.all([translatorOf(lang), namesOf(refused.map(({ id }) => id))]);
  return { changed, unchanged: refused.map(({ id, problem }) => ({ id, name: names.get(id) ?? id, reason: t(`problems.${problem.key.replaceAll('-', '_')}`) })) };
}
