import { isLanguage, type Language } from '@/lib/language';

const searchEngine = /^(?:https?:\/\/(?:(?:www|m|cn)\.)?(?:google\.[a-z.]{2,6}|bing\.com|duckduckgo\.com|ecosia\.org|qwant\.com|startpage\.com|baidu\.com|yandex\.[a-z.]{2,6}|(?:[a-z]{2}\.)?search\.yahoo\.com|search\.brave\.com)(?:[/?:]|$)|android-app:\/\/com\.google\.android\.googlequicksearchbox\b)/i;

declare global {
  var siteSearchVisits: Map<Language, number> | undefined;
}

/** On `globalThis`: the HTTP server, which counts, and the application are bundled apart. */
const counts = (globalThis.siteSearchVisits ??= new Map());

/** Pages of each language opened from a search engine's results: a number a language, and nothing about anybody (O6). */
export function countSearchVisit(lang: string | undefined, referer: string | undefined): void {
  if (referer !== undefined && isLanguage(lang) && searchEngine.test(referer)) counts.set(lang, (counts.get(lang) ?? 0) + 1);
}

/** What was counted since the last time. */
export function takeSearchVisits(): ReadonlyMap<Language, number> {
  const taken = new Map(counts);
  counts.clear();
  return taken;
}
