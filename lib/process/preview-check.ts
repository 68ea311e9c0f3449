import type { IncomingHttpHeaders } from 'node:http';

/** Whose preview it is: an editor sees no more than the role may (row N6). */
export type PreviewRole = 'editor' | 'admin';

/** The role of who sent these headers, if they may see the preview that the token names. */
export type PreviewCheck = (headers: IncomingHttpHeaders, token: string) => Promise<PreviewRole | null>;

declare global {
  var sitePreviewCheck: PreviewCheck | undefined;
}

/** On `globalThis`: the HTTP server, which asks, and the application, which knows, are bundled apart. */
export function registerPreviewCheck(check: PreviewCheck): void {
  globalThis.sitePreviewCheck = check;
}

/** A preview that cannot be checked is not shown. */
export async function previewRole(headers: IncomingHttpHeaders, token: string): Promise<PreviewRole | null> {
  try {
    return (await globalThis.sitePreviewCheck?.(headers, token)) ?? null;
  } catch {
    return null;
  }
}
