/**
 * Where the application and the front (`server.ts`) meet: one object on `globalThis`.
 * The front is bundled apart from Next, so a shared module would exist twice; a global exists once.
 * Without a front (development server, unit tests) every function here does nothing.
 */

/** What a page may say about itself while it is rendered. */
export interface PageNotes {
  status: number | null;
  readonly tags: Set<string>;
  readonly nonce: string;
}

/** Counters for the metrics page. */
export interface FrontStats {
  readonly pages: number;
  readonly pageBytes: number;
  readonly hits: number;
  readonly renders: number;
  readonly mediaConnections: number;
}

export type DropListener = (tags: readonly string[], remove: boolean) => void;
export type StopTask = () => void | Promise<void>;

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
  /** The notes of the page that is being rendered in this asynchronous context, if one is. */
  currentNotes(): PageNotes | undefined;
  drop(tags: readonly string[], how: { readonly announce: boolean; readonly remove: boolean }): void;
  keep<Value>(key: string, tags: readonly string[], load: () => Promise<Value>): Promise<Value>;
  onDrop(listener: DropListener): void;
  onStop(task: StopTask): void;
  /** `path` has `{name}` for a parameter. */
  answerDirectly(method: DirectMethod, path: string, handler: DirectHandler, screen?: DirectScreen): void;
  ready(): void;
  storageLow(): boolean;
  isStopping(): boolean;
  takeSearchVisits(): ReadonlyMap<string, number>;
  stats(): FrontStats;
}

declare global {
  var siteFront: Front | undefined;
}

export function installFront(front: Front): void {
  globalThis.siteFront = front;
}

/** The page answers with this status although it renders normally (A10: 404, G5: 503). Such a page is not kept. */
export function setPageStatus(status: 404 | 410 | 503): void {
  const notes = globalThis.siteFront?.currentNotes();
  if (notes) notes.status = status;
}

/** Names what the page was made from; `dropPages` with one of the names throws the kept page away. */
export function tagPage(...tags: readonly string[]): void {
  const notes = globalThis.siteFront?.currentNotes();
  for (const tag of tags) notes?.tags.add(tag);
}

/**
 * For the `nonce` of an inline script or style, in kept pages too: the front turns it into a hash before it keeps
 * the page. What was not written by us does not know it, and so stays forbidden by the policy.
 */
export function pageNonce(): string | undefined {
  return globalThis.siteFront?.currentNotes()?.nonce;
}

/**
 * Every kept page and fact with one of these tags (`*` is all of them) is made anew, here and (through `onDropPages`) in the
 * other processes. While the new rendering of a page takes long or fails, the last one known is sent, marked as such.
 */
export function dropPages(...tags: readonly string[]): void {
  globalThis.siteFront?.drop(tags, { announce: true, remove: false });
}

/** As `dropPages`, for what must not be seen any more, however long its new rendering takes: deleted, not published. */
export function removePages(...tags: readonly string[]): void {
  globalThis.siteFront?.drop(tags, { announce: true, remove: true });
}

/** As `dropPages` or `removePages`, without telling the other processes: for the one who has just been told by them. */
export function dropPagesHere(tags: readonly string[], remove: boolean): void {
  globalThis.siteFront?.drop(tags, { announce: false, remove });
}

/** Loads what many requests need once, and again when one of its tags is dropped. For what may be shown, never for what is charged or allowed. */
export function keepUntilDropped<Value>(key: string, tags: readonly string[], load: () => Promise<Value>): Promise<Value> {
  return globalThis.siteFront?.keep(key, tags, load) ?? load();
}

/** Whoever carries drops to other processes listens here. */
export function onDropPages(listener: DropListener): void {
  globalThis.siteFront?.onDrop(listener);
}

/** Runs at a graceful stop, after the last request was answered; the last registered runs first. */
export function onStop(task: StopTask): void {
  globalThis.siteFront?.onStop(task);
}

/**
 * This path is given straight to its handler, with `GET` HEAD too. For calls that come so often (the pieces of a film, progress, forged
 * callbacks) that Next's way to them costs many times what they do; without a front they go through Next as ever.
 * A `screen` refuses a POST before a request is made of it.
 */
export function answerDirectly(method: DirectMethod, path: string, handler: DirectHandler, screen?: DirectScreen): void {
  globalThis.siteFront?.answerDirectly(method, path, handler, screen);
}

/** Start is over: from now on the front lets requests in. */
export function frontReady(): void {
  globalThis.siteFront?.ready();
}

/** Fewer than 256 MB are free where the service writes; the front refuses writing requests then (R12). */
export function storageLow(): boolean {
  return globalThis.siteFront?.storageLow() ?? false;
}

/** The service is about to end: it answers what still comes, and says that it is not ready (R18). */
export function isStopping(): boolean {
  return globalThis.siteFront?.isStopping() ?? false;
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
