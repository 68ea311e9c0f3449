import type { IncomingHttpHeaders } from 'node:http';
import { isLanguage, type Language } from '@/lib/language';
import { processState } from './process-state';

export const minFreeMebibytes = 256;

export type StopTask = () => void | Promise<void>;

interface Lifecycle {
  ready: boolean;
  /** `/readyz` answers 503; other requests are still served (R18). */
  stopping: boolean;
  /** Fewer than `minFreeMebibytes` are free in `DATA_DIR`, so writes are refused (R12). */
  storageLow: boolean;
  readonly stopTasks: StopTask[];
  readonly readyTasks: (() => void)[];
}

export const lifecycle = processState<Lifecycle>('lifecycle', () => ({
  ready: false,
  stopping: false,
  storageLow: false,
  stopTasks: [],
  readyTasks: [],
}));

/** Runs `task` after the last response of a graceful stop. The task registered last runs first. */
export function onStop(task: StopTask): void {
  lifecycle.stopTasks.push(task);
}

export function onReady(task: () => void): void {
  lifecycle.readyTasks.push(task);
}

export function markReady(): void {
  if (lifecycle.ready) return;
  lifecycle.ready = true;
  for (const task of lifecycle.readyTasks) task();
}

interface UnhandledRejections {
  count: number;
  last: { at: Date; message: string } | null;
}

export const unhandledRejections = processState<UnhandledRejections>('unhandled-rejections', () => ({
  count: 0,
  last: null,
}));

export function countUnhandledRejection(error: unknown, at: Date): void {
  unhandledRejections.count += 1;
  unhandledRejections.last = {
    at,
    message: (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '',
  };
}

interface ServerStats {
  pages: number;
  pageBytes: number;
  hits: number;
  renders: number;
  videoConnections: number;
}

export const serverStats = processState<ServerStats>('server-stats', () => ({
  pages: 0,
  pageBytes: 0,
  hits: 0,
  renders: 0,
  videoConnections: 0,
}));

export type PreviewRole = 'editor' | 'admin';

type PreviewCheck = (headers: IncomingHttpHeaders, token: string) => Promise<PreviewRole | null>;

const preview = processState('preview-check', () => ({ check: undefined as PreviewCheck | undefined }));

export function registerPreviewCheck(check: PreviewCheck): void {
  preview.check = check;
}

export async function previewRole(headers: IncomingHttpHeaders, token: string): Promise<PreviewRole | null> {
  try {
    return (await preview.check?.(headers, token)) ?? null;
  } catch {
    return null;
  }
}

interface CheckedRequest {
  readonly query: URLSearchParams;
  readonly body: Buffer;
  header(name: string): string | null;
}

interface RequestRefusal {
  readonly status: number;
  readonly key: string;
  readonly title: string;
  readonly lang: Language;
  readonly headers: Readonly<Record<string, string>>;
}

/** Refuses forged requests before they reach the app (R25), so it must be cheap. Returns null to accept a request. */
type RequestCheck = (request: CheckedRequest) => RequestRefusal | null;

const requestChecks = processState('request-checks', () => new Map<string, RequestCheck>());

/** @param path as in `lib/routes.ts` */
export function registerRequestCheck(path: string, check: RequestCheck): void {
  requestChecks.set(path, check);
}

export function requestCheckFor(path: string): RequestCheck | undefined {
  return requestChecks.get(path);
}

/** For tests only. */
export const forgetRequestChecks = (): void => requestChecks.clear();

const searchEngine =
  /^(?:https?:\/\/(?:(?:www|m|cn)\.)?(?:google\.[a-z.]{2,6}|bing\.com|duckduckgo\.com|ecosia\.org|qwant\.com|startpage\.com|baidu\.com|yandex\.[a-z.]{2,6}|(?:[a-z]{2}\.)?search\.yahoo\.com|search\.brave\.com)(?:[/?:]|$)|android-app:\/\/com\.google\.android\.googlequicksearchbox\b)/i;

const searchVisits = processState('search-visits', () => new Map<Language, number>());

/** Stores nothing about the visitor (O6). */
export function countSearchVisit(lang: string | undefined, referer: string | undefined): void {
  if (referer !== undefined && isLanguage(lang) && searchEngine.test(referer))
    searchVisits.set(lang, (searchVisits.get(lang) ?? 0) + 1);
}

export function takeSearchVisits(): ReadonlyMap<Language, number> {
  const visits = new Map(searchVisits);
  searchVisits.clear();
  return visits;
}
