import 'server-only';
import { join } from 'node:path';
import { cache } from 'react';
import type { ZodType } from 'zod';
import { config } from '@/lib/config/config';
import { db } from '@/lib/database/client';
import { loadJsonFile, parseJsonFile, type LoadedFile } from '@/lib/json-file';
import { log } from '@/lib/log';
import { invalidateHere, onInvalidate } from './invalidate';
import { previewContext, tagPage, type PageContext } from './page-context';

/**
 * Content files are the ground; what was published in administration (N5) lies over them. Each process has it in memory and reads it again
 * when it hears of a change, so that no request asks the database for content.
 */

/** @property parsed over which file on disk, where that matters */
interface OverlaidFile { readonly value: unknown; parsed?: { shape: ZodType; under: LoadedFile | null; loaded: LoadedFile } }
type Overlay = ReadonlyMap<string, OverlaidFile>;

interface State {
  overlay: Overlay;
  isStale: boolean;
  /** Grows with every change heard of, also while the overlay is read. */
  changes: number;
  loading: Promise<void> | null;
  retry: NodeJS.Timeout | null;
}

declare global {
  var siteContentOverlay: State | undefined;
}

/** Of the table as a whole; a page is tagged by `contentTag`. */
export const contentVersionsTag = 'content-versions';
export const contentTag = (path: string): string => `content:${path}`;

/** Stands beside the folders of the projects. */
export const siteConfigFile = 'config.json';

const retryMs = 1000;

/** What a service does before it reads content; commands and tests read the files alone. @returns once what is published is in memory */
export async function startContentOverlay(): Promise<() => void> {
  // On `globalThis`: instrumentation and pages may be bundled apart.
  const state: State = (globalThis.siteContentOverlay = { overlay: new Map(), isStale: true, changes: 0, loading: null, retry: null });
  const stop = onInvalidate(({ tags }) => {
    if (!tags.includes(contentVersionsTag) && !tags.includes('*')) return;
    state.isStale = true;
    state.changes += 1;
  });
  await current(state);
  return () => {
    stop();
    if (state.retry) clearTimeout(state.retry);
    globalThis.siteContentOverlay = undefined;
  };
}

/**
 * A content file as the site shows it: published, else from disk; in a preview as it was saved last. Never throws. A page that reads it is
 * made anew when it is published.
 * @param path below CONTENT_DIR
 */
export async function loadContentFile(path: string, shape: ZodType): Promise<LoadedFile> {
  tagPage(contentTag(path));
  const preview = previewContext();
  const state = globalThis.siteContentOverlay;
  const overlay = preview ? await savedFiles(preview) : state && (await current(state));
  const file = overlay?.get(path);
  if (!file) return fileOnDisk(path, shape);
  const under = isLaidByKey(path) ? await fileOnDisk(path, shape) : null;
  if (file.parsed?.shape !== shape || file.parsed.under !== under) {
    const value = under?.state === 'ok' ? overKeys(JSON.parse(under.body), file.value) : file.value;
    file.parsed = { shape, under, loaded: parseJsonFile(fileText(value), shape) };
  }
  return file.parsed.loaded;
}

const keyedFiles = /^[^/]+\/(?:i18n\/[^/]+|style)\.json$/;

/**
 * Texts of the interface and colours: the program asks for each by its key, and a release brings keys that nobody has published.
 * @param name of a file or its document
 */
export const isLaidByKey = (name: string): boolean => keyedFiles.test(name);

/** Every key of the file, with what is published for it. Where only one of the two is a group, the file's is what the program asks for. */
export function overKeys(file: unknown, published: unknown): unknown {
  if (!isGroup(file) || !isGroup(published)) return isGroup(file) || isGroup(published) ? file : published;
  const over = Object.entries(published).map(([key, value]) => [key, Object.hasOwn(file, key) ? overKeys(file[key], value) : value] as const);
  return { ...file, ...Object.fromEntries(over) };
}

const isGroup = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The parts of a page read the same files; whether one has changed is asked once a page. */
const fileOnDisk = cache((path: string, shape: ZodType): Promise<LoadedFile> => loadJsonFile(join(config().contentDir, path), shape));

/** A database that does not answer leaves what is known: pages are shown from it, and made anew once it answers. */
async function current(state: State): Promise<Overlay> {
  while (state.isStale && !state.retry) await (state.loading ??= refresh(state).finally(() => (state.loading = null)));
  return state.overlay;
}

async function refresh(state: State): Promise<void> {
  const { changes } = state;
  try {
    state.overlay = await readVersions('published');
    state.isStale = state.changes !== changes;
  } catch (error) {
    log.error({ err: error }, 'The published content could not be read; trying again');
    state.retry = setTimeout(() => void readAgain(state), retryMs).unref();
  }
}

async function readAgain(state: State): Promise<void> {
  state.retry = null;
  await current(state);
  // Pages rendered meanwhile were made from what was known before.
  if (!state.retry) invalidateHere(['content'], false);
}

const saved = new WeakMap<PageContext, Promise<Overlay>>();

function savedFiles(context: PageContext): Promise<Overlay> {
  const known = saved.get(context) ?? readVersions('saved', context.forAdministrator);
  saved.set(context, known);
  return known;
}

/** @param withSettings also what is saved of the site's settings, which are administrators' (N6) */
async function readVersions(which: 'published' | 'saved', withSettings = false): Promise<Overlay> {
  const client = await db();
  const rows = await client.$queryRaw<Array<{ document: string; body: string | null }>>`
    SELECT DISTINCT ON ("document") "document", "body" FROM "ContentVersion"
    WHERE (starts_with("document", ${`${config().siteProject}/`}) OR "document" = ${siteConfigFile}) AND ("publishedAt" IS NOT NULL OR (${which === 'saved'} AND (${withSettings} OR "document" <> ${siteConfigFile})))
    ORDER BY "document", "number" DESC`;
  return new Map(rows.flatMap(({ document, body }) => Object.entries(partsOf(body)).map(([part, value]) => [pathOfPart(document, part), { value }] as const)));
}

/** `all` is the only part of a file that is the same for every language. */
export const pathOfPart = (document: string, part: string): string => (part === 'all' ? document : document.replace('*', part));

const partsOf = (body: string | null): Record<string, unknown> => (body === null ? {} : JSON.parse(body)) as Record<string, unknown>;

/** As content files are written. */
export const fileText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
