import { AsyncLocalStorage } from 'node:async_hooks';

/** What a page says about itself while it is rendered. */
export interface PageContext {
  status: 404 | 410 | 503 | null;
  readonly tags: Set<string>;
  /** of the inline scripts and styles; 32 characters */
  readonly nonce: string;
  /** Made without something that could not be read: shown, and stored nowhere. */
  isMakeshift?: boolean;
  /** Rendered for one editor, with what is saved and not yet published (N5). */
  readonly isPreview?: boolean;
  /** The preview is an administrator's, with data that editors may not see (N6). */
  readonly forAdministrator?: boolean;
  /** what was asked while it was rendered, by name */
  readonly answers?: Map<string, Promise<unknown>>;
}

declare global {
  var sitePageContext: AsyncLocalStorage<PageContext> | undefined;
}

/** On `globalThis`: the HTTP server, which opens a context, and the application are bundled apart. */
const storage = (globalThis.sitePageContext ??= new AsyncLocalStorage());

export function runInPageContext<Value>(context: PageContext, work: () => Value): Value {
  return storage.run(context, work);
}

/** The page answers with this status although it renders normally (A10: 404, G5: 503). */
export function setPageStatus(status: 404 | 410 | 503): void {
  const context = storage.getStore();
  if (context) context.status = status;
}

/** What the page needs could not be read and something stands in for it: the next visitor's page is made anew. */
export function doNotStore(): void {
  const context = storage.getStore();
  if (context) context.isMakeshift = true;
}

/** The context of a preview; null for everybody's pages, and outside of pages. */
export function previewContext(): PageContext | null {
  const context = storage.getStore();
  return context?.isPreview ? context : null;
}

/** Whether the page is an administrator's preview: courses that are not offered, and settings of the site. */
export const isAdministratorsPreview = (): boolean => previewContext()?.forAdministrator === true;

/**
 * A page's guard and its parts ask the same; within one rendering it is answered once. Outside of pages it is asked each time.
 * @param name one for each type of value
 */
export function oncePerPage<Value>(name: string, ask: () => Promise<Value>): Promise<Value> {
  const answers = storage.getStore()?.answers;
  const known = (answers?.get(name) as Promise<Value> | undefined) ?? ask();
  answers?.set(name, known);
  return known;
}

/** Names what the page was made from: `invalidate` with one of the names makes it anew. */
export function tagPage(...tags: readonly string[]): void {
  const context = storage.getStore();
  for (const tag of tags) context?.tags.add(tag);
}

/**
 * For the `nonce` of an inline script or style, on cached pages too: the page cache replaces it by a hash. An inline
 * script that is not ours does not know it, and stays forbidden by the content security policy.
 */
export function pageNonce(): string | undefined {
  return storage.getStore()?.nonce;
}
