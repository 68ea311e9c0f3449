import type { FeatureFlag } from '@/lib/feature-flags';
import { findRoute, splitSegments } from '@/lib/find-route';
import { defaultLanguage, type Language } from '@/lib/language';
import type { Route } from '@/lib/routes';
import { siteConfigFile } from './content-overlay';
import { readContent } from './load';
import { configSchema } from './schema';

type FeatureCheck = (featureFlag: FeatureFlag) => boolean;

async function readFeatures(): Promise<FeatureCheck> {
  const site = await readContent(siteConfigFile, configSchema);
  return (featureFlag) => site?.capabilities?.[featureFlag] ?? true;
}

/** Do not call this inside a transaction: it may have to load published content from the database. */
export const isEnabled = async (featureFlag: FeatureFlag): Promise<boolean> => (await readFeatures())(featureFlag);

type FlaggedRoute = Pick<Route, 'featureFlag'>;

function isOpen({ featureFlag = [] }: FlaggedRoute, has: FeatureCheck): boolean {
  const any = [featureFlag].flat();
  return any.length === 0 || any.some(has);
}

export async function isRouteEnabled(route: FlaggedRoute): Promise<boolean> {
  return route.featureFlag === undefined || isOpen(route, await readFeatures());
}

const routeOfPath = (path: string): FlaggedRoute => findRoute(splitSegments(path) ?? []) ?? {};

/** True for paths that are not in the route table. @param path without query */
export const isPathEnabled = (path: string): Promise<boolean> => isRouteEnabled(routeOfPath(path));

/** Keeps items whose page is enabled. @param routeOf returns the page's path after the language */
export async function keepEnabled<Item>(items: readonly Item[], routeOf: (item: Item) => string): Promise<Item[]> {
  const has = await readFeatures();
  return items.filter((item) => isOpen(routeOfPath(`/${defaultLanguage}${routeOf(item).replace(/[?#].*/, '')}`), has));
}

export const readCoursesUrl = async (lang: Language): Promise<string> =>
  `/${lang}${(await isEnabled('catalogue')) ? '/courses' : '/home#courses'}`;
