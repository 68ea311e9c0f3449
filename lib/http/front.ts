/**
 * Where the application and the front (`server.ts`) meet: one object on `globalThis`.
 * The front is bundled apart from Next, so a shared module would exist twice; a global exists once.
 * Without a front (development server, unit tests) every function here does nothing.
 */

/** Counters for the metrics page. */
export interface FrontStats {
  readonly pages: number;
  readonly pageBytes: number;
  readonly hits: number;
  readonly renders: number;
  readonly mediaConnections: number;
}

/** A route handler as Next knows them. */
export type DirectHandler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

export type DirectMethod = 'GET' | 'POST' | 'PUT';

export interface ScreenedCall {
  readonly query: URLSearchParams;
  readonly body: string;
  readonly acceptLanguage: string | null;
}

/** What is wrong with a call by its bytes alone; null when it may go on to its handler. */
export type DirectScreen = (
  call: ScreenedCall,
) => { readonly status: number; readonly key: string; readonly title: string; readonly headers: Readonly<Record<string, string>> } | null;

export interface Front {
  /** `path` has `{name}` for a parameter. */
  answerDirectly(method: DirectMethod, path: string, handler: DirectHandler, screen?: DirectScreen): void;
  takeSearchVisits(): ReadonlyMap<string, number>;
  stats(): FrontStats;
}

declare global {
  var siteFront: Front | undefined;
}

export function installFront(front: Front): void {
  globalThis.siteFront = front;
}

/**
 * This path is given straight to its handler, with `GET` HEAD too. For calls that come so often (the pieces of a film, progress, forged
 * callbacks) that Next's way to them costs many times what they do; without a front they go through Next as ever.
 * A `screen` refuses a POST before a request is made of it.
 */
export function answerDirectly(method: DirectMethod, path: string, handler: DirectHandler, screen?: DirectScreen): void {
  globalThis.siteFront?.answerDirectly(method, path, handler, screen);
}

/** Pages opened from a search engine's results since the last time, by language. */
export function takeSearchVisits(): ReadonlyMap<string, number> {
  return globalThis.siteFront?.takeSearchVisits() ?? new Map();
}

export function frontStats(): FrontStats {
  return (
    globalThis.siteFront?.stats() ?? { pages: 0, pageBytes: 0, hits: 0, renders: 0, mediaConnections: 0 }
  );
}
