import type { ComponentType } from 'react';

export const partMissing = 'partmissing';

/** Rejected by `loadPart`. Callers show no error, since the page offers a reload. */
export class PartLoadError extends Error {}

/**
 * Loading fails without a connection, and after a deploy that removed the old build's files.
 * @throws PartLoadError
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    window.dispatchEvent(new Event(partMissing));
    throw new PartLoadError('A part of the page did not come.', { cause });
  }
}

/** Stays empty while the page offers a reload; an error would replace the whole page. */
const Missing = () => null;

/** Use as `dynamic(() => lazyPart(() => import(…)))`. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> => (typeof window === 'undefined' ? load() : loadPart(load).catch(() => Missing));
