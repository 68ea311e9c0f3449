const ENGINE = /^(?:https?:\/\/(?:(?:www|m|cn)\.)?(?:google\.[a-z.]{2,6}|bing\.com|duckduckgo\.com|ecosia\.org|qwant\.com|startpage\.com|baidu\.com|yandex\.[a-z.]{2,6}|(?:[a-z]{2}\.)?search\.yahoo\.com|search\.brave\.com)(?:[/?:]|$)|android-app:\/\/com\.google\.android\.googlequicksearchbox\b)/i;

export const isSearchEngine = (referer: string): boolean => ENGINE.test(referer);

/**
 * How many pages of each language were opened from a search engine's results: a number a language, and nothing about
 * anybody. Administration sets it beside orders and payments (row O6).
 */
export class SearchVisits {
  #counts = new Map<string, number>();

  constructor(private readonly languages: readonly string[]) {}

  see(url: string, referer: string | undefined): void {
    if (referer === undefined || !isSearchEngine(referer)) return;
    const language = /^\/([a-z]{2})(?:[/?]|$)/.exec(url)?.[1];
    if (language !== undefined && this.languages.includes(language)) this.#counts.set(language, (this.#counts.get(language) ?? 0) + 1);
  }

  /** What was counted since the last time. */
  take(): ReadonlyMap<string, number> {
    const counts = this.#counts;
    this.#counts = new Map();
    return counts;
  }
}
