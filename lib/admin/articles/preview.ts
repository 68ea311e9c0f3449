import 'server-only';
import { assertMay, type MaybeActor } from '@/lib/actor';
import type { Language } from '@/lib/language';
import { previewToken } from '../content/preview';
import { requireArticleState } from './drafts';

/** The address of an article's page as its draft would be, for this session alone. @throws Problem 401, 403, 404 */
export async function articlePreviewAddress(actor: MaybeActor, id: string, lang: Language, at: Date): Promise<{ url: string }> {
  assertMay(actor, 'articles');
  await requireArticleState(actor, id);
  return { url: `/${lang}/articles/${encodeURIComponent(id)}?preview=${previewToken(actor, at)}` };
}
