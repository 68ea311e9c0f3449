import 'server-only';
import { fold } from '@/lib/text/fold';
import { bestTexts, excerpt, markedParts, patternsOf } from './excerpt';
import { pageTexts } from './page-texts';
import type { FoundPage, Question } from './question';

const excerptCharacters = 180;

/** Pages of the site on which every word asked for begins some word, those with the words in their title first. */
export async function searchPages({ lang, q, page, pageSize }: Question): Promise<FoundPage> {
  const patterns = patternsOf(q);
  const isIn = (text: string) => patterns.every((pattern) => pattern.test(text));
  const matching = (await pageTexts(lang)).filter(({ title, texts }) => isIn(fold([title, ...texts].join('\n'))));
  const inTitle = matching.filter(({ title }) => isIn(fold(title)));
  const sorted = [...inTitle, ...matching.filter((each) => !inTitle.includes(each))];
  return {
    total: sorted.length,
    results: sorted.slice((page - 1) * pageSize, page * pageSize).map(({ path, title, texts }) => {
      const [best = 0] = bestTexts(texts, patterns, 1);
      return { title: markedParts(title, patterns), url: `/${lang}${path}`, course: null, isOpen: true, snippets: [{ parts: excerpt(texts[best] ?? '', patterns, excerptCharacters), second: null, url: null }] };
    }),
  };
}
