import 'server-only';
import type { Language } from '@/lib/language';
import { readWorkCases } from './read';
import { casePath, caseSlug, isService, listServiceLinks } from './work/work';

export interface EnquirySubject { title: string; /** its page, after the language */ path: string }

/**
 * The service or case that an enquiry is about (N3); null for one that does not exist.
 * @param about `service/{slug}` or `work/{slug}`
 */
export async function findEnquirySubject(lang: Language, about: string): Promise<EnquirySubject | null> {
  const [kind, slug] = about.split('/');
  if (kind === 'service') return (await listServiceLinks(lang)).find((each) => isService(each, slug ?? '')) ?? null;
  if (kind !== 'work') return null;
  const found = (await readWorkCases(lang))?.find((each) => caseSlug(each) === slug || each.formerSlugs?.includes(slug ?? ''));
  return found ? { title: `${found.client}: ${found.title}`, path: casePath(found) } : null;
}
