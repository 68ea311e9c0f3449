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

/** Counters of the HTTP server for the metrics and administration; on `globalThis`, as server and application are bundled apart. */
export interface ServerStats {
  pages: number;
  pageBytes: number;
  hits: number;
  renders: number;
  videoConnections: number;
}

declare global {
  var siteServerStats: ServerStats | undefined;
}

export const serverStats: ServerStats = (globalThis.siteServerStats ??= { pages: 0, pageBytes: 0, hits: 0, renders: 0, videoConnections: 0 });
