import { AsyncLocalStorage } from 'node:async_hooks';
import { processState } from '@/lib/process/process-state';

export interface PageContext {
  status: 404 | 410 | 503 | null;
  readonly tags: Set<string>;
  readonly nonce: string;
  /** The page used placeholder data, so it is shown but not cached. */
  isDegraded?: boolean;
  /** Shows saved changes that are not yet published (N5). */
  readonly isPreview?: boolean;
  /** Shows data that only admins may see (N6). */
  readonly forAdministrator?: boolean;
  readonly loads?: Map<string, Promise<unknown>>;
}

const storage = processState('page-context', () => new AsyncLocalStorage<PageContext>());

export function runInPageContext<Value>(context: PageContext, work: () => Value): Value {
  return storage.run(context, work);
}

/** Sets only the status: the page renders as usual (A10: 404, G5: 503). */
export function setPageStatus(status: 404 | 410 | 503): void {
  const context = storage.getStore();
  if (context) context.status = status;
}

export function markPageDegraded(): void {
  const context = storage.getStore();
  if (context) context.isDegraded = true;
}

export function previewContext(): PageContext | null {
  const context = storage.getStore();
  return context?.isPreview ? context : null;
}

export const isAdminPreview = (): boolean => previewContext()?.forAdministrator === true;

/** Calls `load` only once per page render; outside a render, on every call. */
export function oncePerPage<Value>(name: string, load: () => Promise<Value>): Promise<Value> {
  const loads = storage.getStore()?.loads;
  const result = (loads?.get(name) as Promise<Value> | undefined) ?? load();
  loads?.set(name, result);
  return result;
}

export function tagPage(...tags: readonly string[]): void {
  const context = storage.getStore();
  for (const tag of tags) context?.tags.add(tag);
}

/** Nonce for inline scripts and styles. Cached pages get hashes instead, so that the CSP still blocks injections. */
export function pageNonce(): string | undefined {
  return storage.getStore()?.nonce;
}
