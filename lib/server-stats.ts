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
