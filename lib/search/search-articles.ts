import 'server-only';
import { listWholeArticles } from '@/lib/blog/list-articles';
import { textOfHtml } from '@/lib/content/safe-html';
import { bestTexts, excerpt, markedParts, patternsOf } from './excerpt';
import { mostCounted, type FoundPage, type Question } from './question';

const excerptCharacters = 180;
const betweenSentences = /(?<=[.!?؟…])\s+/u;

/** Articles that can be read now, newest first, as their list finds them (C11). */
export async function searchArticles({ lang, q, page, pageSize, now }: Question): Promise<FoundPage> {
  const patterns = patternsOf(q);
  const { articles, total } = await listWholeArticles({ lang, q, page, pageSize, now, mostCounted });
  return {
    total,
    results: articles.map(({ blogId, title, description, htmlContent }) => {
      // The description alone is enough when it says everything that was asked for.
      const texts = patterns.every((pattern) => bestTexts([description], [pattern], 1).length > 0) ? [description] : [description, ...textOfHtml(htmlContent).split(betweenSentences)];
      const [best = 0] = bestTexts(texts, patterns, 1);
      return { title: markedParts(title, patterns), url: `/${lang}/articles/${encodeURIComponent(blogId)}`, course: null, isOpen: true, snippets: [{ parts: excerpt(texts[best] ?? description, patterns, excerptCharacters), second: null, url: null }] };
    }),
  };
}
