import type { ComponentType } from 'react';

export const partMissing = 'partmissing';

/** Thrown by `loadPart`. Show no error for it, because the page already offers a reload. */
export class PartLoadError extends Error {}

/** @throws PartLoadError if the connection is lost or a deploy has removed the old build's files */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    window.dispatchEvent(new Event(partMissing));
    throw new PartLoadError('A part of the page could not be loaded.', { cause });
  }
}

/** Stands in for a part that failed to load: an error would replace the whole page, which already offers a reload. */
const Missing = () => null;

/** Use as `dynamic(() => loadComponent(() => import(…)))`. */
export const loadComponent = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> => (typeof window === 'undefined' ? load() : loadPart(load).catch(() => Missing));
