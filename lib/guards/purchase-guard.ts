import 'server-only';
import type { Actor } from '@/lib/actor';
import { findCourse, findProductOfCourse, hasCourse } from '@/lib/courses/catalogue/catalogue';
import type { Language } from '@/lib/language';

/** Row G3: the payment page of a course that is neither bought nor an administrator's to see. An unknown course is for the page to say (404 comes first). */
export async function purchaseGuard(actor: Actor, lang: Language, slug: string): Promise<string | null> {
  if (actor.role === 'admin') return null;
  const course = await findCourse(slug, lang);
  if (!course || (await hasCourse({ actor, courseSlug: slug }))) return null;
  const product = await findProductOfCourse(slug);
  return product ? `/${lang}/payment?product=${encodeURIComponent(product.key)}` : `/${lang}/payment`;
}
