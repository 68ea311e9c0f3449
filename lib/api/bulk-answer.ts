import 'server-only';
import { z } from 'zod';
import type { BulkResult } from '@/lib/admin/bulk/bulk';
import type { Language } from '@/lib/language';
import { truncate } from '@/lib/truncate';
import { formAddress } from './form-post';
import { saveForm, savedFormOfPage, shownPerson } from './saved-form';

/** As much of it as a cookie holds; the count says how many more there are. */
const mostNamed = 12;
const mostLetters = 60;

const shape = z.object({ changed: z.int(), failed: z.int(), unchanged: z.array(z.object({ id: z.string(), name: z.string(), reason: z.string() })) });
export type ShownBulkResult = z.output<typeof shape>;

interface Asked { request: Request; lang: Language; isForm: boolean; /** The list's page, without the language. */ back: string }

/** A form goes back to the list as it was filtered, which says what came of it. */
export async function bulkAnswer(result: BulkResult, { request, lang, isForm, back }: Asked): Promise<BulkResult | Response> {
  if (!isForm) return result;
  const address = formAddress({ back }, request, lang);
  address.searchParams.delete('error');
  address.searchParams.set('changed', String(result.changed));
  const unchanged = result.unchanged.slice(0, mostNamed).map(({ id, name, reason }) => ({ id, name: truncate(name, mostLetters), reason }));
  const shown: ShownBulkResult = { changed: result.changed, failed: result.unchanged.length, unchanged };
  return new Response(null, { status: 303, headers: { location: `${address.pathname}${address.search}`, 'set-cookie': saveForm(await shownPerson(request.headers), { bulk: shown }) } });
}

/** What `bulkAnswer` sent with the browser; null when there is none. */
export const readBulkResult = async (): Promise<ShownBulkResult | null> => shape.safeParse((await savedFormOfPage()).fields.bulk).data ?? null;
