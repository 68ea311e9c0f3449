import type { Language } from '@/lib/language';
import { logMissingContent } from '@/lib/log';
import { bareSlug, toSlug } from '@/lib/text';
import { readServicesPage } from './pages';
import { readWorkCases } from './read';
import type { WorkCase } from './schema';

export type FindCaseResult =
  | { state: 'found'; item: WorkCase; /** The other cases, starting with the next one. */ others: WorkCase[] }
  | { state: 'moved'; slug: string }
  | { state: 'missing' };

export const caseSlug = ({ title, titleTr }: Pick<WorkCase, 'title' | 'titleTr'>): string => toSlug(title, titleTr);

export const casePath = (item: Pick<WorkCase, 'title' | 'titleTr'>): string =>
  `/work/${encodeURIComponent(caseSlug(item))}`;

/** A former slug returns `moved` (A14). @param slug percent-decoded */
export async function findCase(lang: Language, slug: string): Promise<FindCaseResult> {
  const cases = (await readWorkCases(lang)) ?? [];
  const at = cases.findIndex((each) => caseSlug(each) === slug);
  const item = cases[at];
  if (item) return { state: 'found', item, others: [...cases.slice(at + 1), ...cases.slice(0, at)] };
  const moved = cases.find((each) => each.formerSlugs?.includes(slug));
  if (moved) return { state: 'moved', slug: caseSlug(moved) };
  const bare = bareSlug(slug);
  if (bare !== null) {
    const linked = await findCase(lang, bare);
    return linked.state === 'found' ? { state: 'moved', slug: bare } : linked;
  }
  logMissingContent(`/${lang}/work/${slug}`);
  return { state: 'missing' };
}

export interface ServiceLink {
  slug: string;
  formerSlugs: string[];
  title: string;
  summary: string;
  imageIconPath: string;
  /** After the language. */
  path: string;
}

export const isServiceNamed = ({ slug, formerSlugs }: ServiceLink, name: string): boolean =>
  slug === name || formerSlugs.includes(name);

export async function listServiceLinks(lang: Language): Promise<ServiceLink[]> {
  const page = await readServicesPage(lang);
  return (page?.blocks ?? [])
    .filter(({ details }) => details.isDetails)
    .flatMap(({ fileName, details }) =>
      details.services.map(({ title, titleTr, formerSlugs = [], summary, imageIconPath }) => {
        const slug = toSlug(title, titleTr);
        return {
          slug,
          formerSlugs,
          title,
          summary,
          imageIconPath,
          path: `/details/${fileName}/${encodeURIComponent(slug)}`,
        };
      }),
    );
}
