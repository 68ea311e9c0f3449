import type { IncomingHttpHeaders } from 'node:http';

/** Whether who sent these headers may see the preview that the token names. */
export type PreviewCheck = (headers: IncomingHttpHeaders, token: string) => Promise<boolean>;

declare global {
  var sitePreviewCheck: PreviewCheck | undefined;
}

/** On `globalThis`: the HTTP server, which asks, and the application, which knows, are bundled apart. */
export function registerPreviewCheck(check: PreviewCheck): void {
  globalThis.sitePreviewCheck = check;
}

/** A preview that cannot be checked is not shown. */
export async function isPreviewAllowed(headers: IncomingHttpHeaders, token: string): Promise<boolean> {
  try {
    return (await globalThis.sitePreviewCheck?.(headers, token)) ?? false;
  } catch {
    return false;
  }
}
