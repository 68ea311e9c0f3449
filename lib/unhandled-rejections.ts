export interface UnhandledRejections { count: number; last: { at: Date; message: string } | null }

declare global {
  var siteUnhandledRejections: UnhandledRejections | undefined;
}

/** Unhandled rejections since start. On `globalThis`, since the server and Next's code are bundled separately. */
export function unhandledRejections(): UnhandledRejections {
  return (globalThis.siteUnhandledRejections ??= { count: 0, last: null });
}

export function countUnhandledRejection(error: unknown, at: Date): void {
  const seen = unhandledRejections();
  seen.count += 1;
  seen.last = { at, message: (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '' };
}
