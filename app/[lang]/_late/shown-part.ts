import type { ComponentType } from 'react';
import { loadPart } from './load-part';

/** Stays empty while the page offers a reload; an error would take the whole page's place. */
const Missing = () => null;

/** For `dynamic(() => shownPart(() => import(…)))`. */
export const shownPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): Promise<ComponentType<Props>> =>
  typeof window === 'undefined' ? load() : loadPart(load).catch(() => Missing);
