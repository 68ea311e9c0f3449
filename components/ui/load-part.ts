import type { ComponentType } from 'react';

export const partMissing = 'partmissing';

/** Thrown by `loadPart`. Show no error for it, because the page already offers a reload. */
export class PartLoadError extends Error {}

/**
 * Loads a script on demand. Fails without a connection, and after a deploy that removed the old build's files.
 * @throws PartLoadError
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    window.dispatchEvent(new Event(partMissing));
    throw new PartLoadError('A part of the page could not be loaded.', { cause });
  }
}

/** Renders nothing while the page offers a reload; an error would replace the whole page. */
const Missing = () => null;

/** Use as `dynamic(() => lazyPart(() => import(…)))`. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> => (typeof window === 'undefined' ? load() : loadPart(load).catch(() => Missing));
