/**
 * A12: the title lowercased, spaces to hyphens; apostrophes, slashes, `?` and `#` dropped. Other scripts
 * stay (percent-encoded only in URLs); `titleTr`, a Latin form, wins where present.
 */
export function slugOf(title: string, titleTr?: string | null): string {
  return (titleTr?.trim() || title)
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’‘`ʼ"“”/\\?#]/gu, '')
    .trim()
    .replace(/\s+/gu, '-')
    .replace(/-{2,}/g, '-');
}

/** What an address in Latin letters may have of a title: `C++ für alle` reads `c-fr-alle`; empty when nothing is left. */
export const addressOf = (title: string): string => slugOf(title).replaceAll(/[^a-z0-9-]/g, '').replaceAll(/-{2,}/g, '-').replaceAll(/^-|-$/g, '');
