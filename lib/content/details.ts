import 'server-only';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { slugOf } from '@/lib/slug';
import { isBlockShown } from './pages';
import { readBlock, readMetaData } from './read';
import type { Meta, Service } from './schema';

export type Details =
  | { state: 'found'; item: Service; meta: Meta; }
  | { state: 'moved'; slug: string; }
  | { state: 'missing'; };

/**
 * The service of `/{lang}/details/{pagename}/{filename}/{title}` (A7); courses are the catalogue's. A hidden block has none. A former slug answers where it moved to (A14).
 * @param title the last segment, percent-decoded
 */
export async function findDetails(lang: Language, pagename: string, filename: string, title: string): Promise<Details> {
  const items = await itemsOf(lang, pagename, filename);
  const item = items?.find((each) => slugOf(each.title, each.titleTr) === title);
  if (item) return { state: 'found', item, meta: await detailsMeta(lang, pagename, item.meta) };
  const moved = items?.find((each) => each.formerSlugs?.includes(title));
  if (moved) return { state: 'moved', slug: slugOf(moved.title, moved.titleTr) };
  log.error(`Resolver data is undefined: /${lang}/details/${pagename}/${filename}/${title}`);
  return { state: 'missing' };
}

async function itemsOf(lang: Language, pagename: string, filename: string): Promise<Service[] | null> {
  if (!/^(?:home|service)-page$/.test(pagename) || !(await isBlockShown(`${pagename}/${filename}`))) return null;
  const block = await readBlock(lang, `${pagename}/${filename}`);
  return block?.details.isDetails ? block.details.services : null;
}

/**
 * The meta of a details page (A7): its folder's, where the item's own says nothing else. An own title or description
 * also takes the place of the folder's `og:` and `twitter:` ones, which speak of another page.
 */
export async function detailsMeta(lang: Language, pagename: string, own: Meta = {}): Promise<Meta> {
  const folder = (await readMetaData(lang, pagename))?.meta ?? {};
  const spoken = ['title', 'description'].filter((name) => own[name]).flatMap((name) => [`og:${name}`, `twitter:${name}`]);
  return { ...Object.fromEntries(Object.entries(folder).filter(([name]) => !spoken.includes(name))), ...own };
}
