import 'server-only';
import type { Language } from '@/lib/language';
import { log } from '@/lib/log';
import { slugOf } from '@/lib/slug';
import { readBlock, readCourses, readMetaData } from './read';
import type { CourseData, MetaData, Service } from './schema';

export type DetailsItem = Service | CourseData;
export type Details =
  | { state: 'found'; item: DetailsItem; metadata: MetaData | null; }
  | { state: 'moved'; slug: string; }
  | { state: 'missing'; };

/**
 * The item of `/{lang}/details/{pagename}/{filename}/{title}` (A7). A former slug answers where it moved to (A14).
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

async function itemsOf(lang: Language, pagename: string, filename: string): Promise<DetailsItem[] | null> {
  if (pagename === 'course-page' && filename === 'courses-data') return readCourses(lang);
  if (!/^(?:home|service)-page$/.test(pagename)) return null;
  const block = await readBlock(lang, `${pagename}/${filename}`);
  return block?.details?.isDetails ? block.details.services : null;
}
