import { join } from 'node:path';
import { cache } from 'react';
import type { ZodType } from 'zod';
import { invalidateHere, onInvalidate } from '@/lib/cache/invalidate';
import { type PageContext, previewContext, tagPage } from '@/lib/cache/page-context';
import { config } from '@/lib/config/config';
import { isObject } from '@/lib/content/form/differences';
import { db } from '@/lib/database/client';
import { type LoadedFile, loadJsonFile, parseJsonFile } from '@/lib/json-file';
import { log } from '@/lib/log';
import { processState } from '@/lib/process/process-state';

/**
 * Content files are the base; versions published in administration (N5) override them. Each process keeps the versions
 * in memory and reloads them after an invalidation, so that requests do not query the database for content.
 */

interface OverlayFile {
  readonly value: unknown;
  parsed?: { shape: ZodType; under: LoadedFile | null; loaded: LoadedFile };
}
type Overlay = ReadonlyMap<string, OverlayFile>;

interface OverlayState {
  overlay: Overlay;
  isStale: boolean;
  changes: number;
  loading: Promise<void> | null;
  retry: NodeJS.Timeout | null;
}

/** `current` is undefined before the service starts, and in commands and tests. */
const published = processState('content-overlay', () => ({ current: undefined as OverlayState | undefined }));

export const contentVersionsTag = 'content-versions';
export const contentTag = (path: string): string => `content:${path}`;

export const siteConfigFile = 'config.json';

const retryMs = 1000;

/** Call this when a service starts, before it reads content. Commands and tests read only the files. */
export async function startContentOverlay(): Promise<() => void> {
  const state: OverlayState = (published.current = {
    overlay: new Map(),
    isStale: true,
    changes: 0,
    loading: null,
    retry: null,
  });
  const stop = onInvalidate(({ tags }) => {
    if (!tags.includes(contentVersionsTag) && !tags.includes('*')) return;
    state.isStale = true;
    state.changes += 1;
  });
  await readCurrentOverlay(state);
  return () => {
    stop();
    if (state.retry) clearTimeout(state.retry);
    published.current = undefined;
  };
}

/** For tests only. */
export function useContentOverlay(state: OverlayState | undefined): void {
  published.current = state;
}

export const isContentStale = (): boolean => published.current?.isStale === true;

/** Reads the published version or the file, in a preview the last save. Never throws. @param path below CONTENT_DIR */
export async function loadContentFile(path: string, shape: ZodType): Promise<LoadedFile> {
  tagPage(contentTag(path));
  const preview = previewContext();
  const state = published.current;
  const overlay = preview ? await loadSavedOverlay(preview) : state && (await readCurrentOverlay(state));
  const file = overlay?.get(path);
  if (!file) return readFileOnDisk(path, shape);
  const under = isMergedByKey(path) ? await readFileOnDisk(path, shape) : null;
  if (file.parsed?.shape !== shape || file.parsed.under !== under) {
    const value = under?.state === 'ok' ? mergeByKey(JSON.parse(under.body), file.value) : file.value;
    file.parsed = { shape, under, loaded: parseJsonFile(fileText(value), shape) };
  }
  return file.parsed.loaded;
}

const keyedFiles = /^[^/]+\/(?:i18n\/[^/]+|style)\.json$/;

/** True for files merged by key: a release can add interface texts or colours that no published version has. */
export const isMergedByKey = (name: string): boolean => keyedFiles.test(name);

/** If only one of the two is an object, uses the file's value, because the code relies on the file's shape. */
export function mergeByKey(file: unknown, published: unknown): unknown {
  if (!isObject(file) || !isObject(published)) return isObject(file) || isObject(published) ? file : published;
  const over = Object.entries(published).map(
    ([key, value]) => [key, Object.hasOwn(file, key) ? mergeByKey(file[key], value) : value] as const,
  );
  return { ...file, ...Object.fromEntries(over) };
}

/** Cached per request, so that each file is checked for changes once per page although many parts read it. */
const readFileOnDisk = cache((path: string, shape: ZodType): Promise<LoadedFile> =>
  loadJsonFile(join(config().contentDir, path), shape),
);

/** While the database is down, pages use the previous overlay. They are rendered again once it answers. */
async function readCurrentOverlay(state: OverlayState): Promise<Overlay> {
  while (state.isStale && !state.retry)
    await (state.loading ??= refreshOverlay(state).finally(() => (state.loading = null)));
  return state.overlay;
}

async function refreshOverlay(state: OverlayState): Promise<void> {
  const { changes } = state;
  try {
    state.overlay = await readVersions('published');
    state.isStale = state.changes !== changes;
  } catch (error) {
    log.error({ err: error }, 'The published content could not be read; trying again');
    state.retry = setTimeout(() => void retryRefresh(state), retryMs).unref();
  }
}

async function retryRefresh(state: OverlayState): Promise<void> {
  state.retry = null;
  await readCurrentOverlay(state);
  if (!state.retry) invalidateHere(['content'], false);
}

const savedOverlays = new WeakMap<PageContext, Promise<Overlay>>();

function loadSavedOverlay(context: PageContext): Promise<Overlay> {
  const known = savedOverlays.get(context) ?? readVersions('saved', context.forAdministrator);
  savedOverlays.set(context, known);
  return known;
}

/** @param withSettings include saved site settings, which only admins may see (N6) */
async function readVersions(which: 'published' | 'saved', withSettings = false): Promise<Overlay> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ document: string; body: string | null }>>`
    SELECT DISTINCT ON ("document") "document", "body" FROM "ContentVersion"
    WHERE (starts_with("document", ${`${config().siteProject}/`}) OR "document" = ${siteConfigFile}) AND ("publishedAt" IS NOT NULL OR (${which === 'saved'} AND (${withSettings} OR "document" <> ${siteConfigFile})))
    ORDER BY "document", "number" DESC`;
  return new Map(
    rows.flatMap(({ document, body }) =>
      Object.entries(parseParts(body)).map(([part, value]) => [pathOfPart(document, part), { value }] as const),
    ),
  );
}

/** A document shared by all languages has the single part `all`. */
export const pathOfPart = (document: string, part: string): string =>
  part === 'all' ? document : document.replace('*', part);

const parseParts = (body: string | null): Record<string, unknown> =>
  (body === null ? {} : JSON.parse(body)) as Record<string, unknown>;

export const fileText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
