import 'server-only';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { slugOf } from '@/lib/slug';
import { readBlock, readMetaData } from './read';
import type { MetaData, Service } from './schema';

export type Details =
  | { state: 'found'; item: Service; metadata: MetaData | null; }
  | { state: 'moved'; slug: string; }
  | { state: 'missing'; };

/**
 * The service of `/{lang}/details/{pagename}/{filename}/{title}` (A7); courses are the catalogue's. A former slug answers where it moved to (A14).
 * @param title the last segment, percent-decoded
 */
export async function findDetails(lang: Language, pagename: string, filename: string, title: string): Promise<Details> {
  const items = await itemsOf(lang, pagename, filename);
  const item = items?.find((each) => slugOf(each.title, each.titleTr) === title);
  if (item) return { state: 'found', item, metadata: await readMetaData(lang, pagename) };
  const moved = items?.find((each) => each.formerSlugs?.includes(title));
  if (moved) return { state: 'moved', slug: slugOf(moved.title, moved.titleTr) };
  log.error(`Resolver data is undefined: /${lang}/details/${pagename}/${filename}/${title}`);
  return { state: 'missing' };
}

async function itemsOf(lang: Language, pagename: string, filename: string): Promise<Service[] | null> {
  if (!/^(?:home|service)-page$/.test(pagename)) return null;
  const block = await readBlock(lang, `${pagename}/${filename}`);
  return block?.details?.isDetails ? block.details.services : null;
}
