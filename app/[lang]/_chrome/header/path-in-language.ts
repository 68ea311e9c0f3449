/**
 * The same address in another language (row B3): the two-letter segment replaced; for an article that is not written in
 * that language, its list.
 * @param known other languages in which this item exists, or null when nothing is known
 */
export function pathInLanguage(pathname: string, lang: string, known: readonly string[] | null): string {
  const [, first = '', ...rest] = pathname.split('/');
  if (!/^[a-z]{2}$/.test(first)) return `/${lang}/home`;
  const [area, item] = rest;
  const listed = area === 'articles' && item !== undefined;
  const missing = listed && known !== null && lang !== first && !known.includes(lang);
  return `/${[lang, ...(missing ? [area] : rest)].join('/')}`;
}
