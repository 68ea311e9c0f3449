import type { ArticleDraft } from '@/lib/blog/drafts';
import { languages } from '@/lib/language';
import type { JsonValue } from '@/lib/content/form/form-node';
import type { Values } from '../content/use-content';

/** As the page editor has documents: what all languages share under `all`, and a part a language. */
export function valuesOf({ texts, ...shared }: ArticleDraft): Values {
  return { all: shared, ...(texts as { [lang: string]: JsonValue }) };
}

export function draftOf({ all, ...parts }: Values): ArticleDraft {
  const texts = Object.fromEntries(languages.flatMap((lang) => (parts[lang] === undefined ? [] : [[lang, parts[lang]]])));
  return { ...(all as Omit<ArticleDraft, 'texts'>), texts };
}
