import type { FeatureFlag } from '@/lib/feature-flags';
import { findRoute, segmentsOf } from '@/lib/find-route';
import { defaultLanguage, type Language } from '@/lib/language';
import type { Route } from '@/lib/routes';
import { siteConfigFile } from './content-overlay';
import { readContent } from './load';
import { configSchema } from './schema';

/** Do not call this in a transaction: published content may have to be loaded from the database first. */
export async function isEnabled(featureFlag: FeatureFlag): Promise<boolean> {
  const site = await readContent(siteConfigFile, configSchema);
  return site?.capabilities?.[featureFlag] ?? true;
}

export async function isRouteEnabled({ featureFlag = [] }: Pick<Route, 'featureFlag'>): Promise<boolean> {
  const any = [featureFlag].flat();
  return any.length === 0 || (await Promise.all(any.map(isEnabled))).includes(true);
}

/** True for paths that are not in the route table. @param path without query */
export async function isPathEnabled(path: string): Promise<boolean> {
  const route = findRoute(segmentsOf(path) ?? []);
  return route === undefined || isRouteEnabled(route);
}

/** Keeps items whose page is enabled. @param routeOf returns the page's path after the language */
export async function keepEnabled<Item>(items: readonly Item[], routeOf: (item: Item) => string): Promise<Item[]> {
  const open = await Promise.all(
    items.map((item) => isPathEnabled(`/${defaultLanguage}${routeOf(item).replace(/[?#].*/, '')}`)),
  );
  return items.filter((_, at) => open[at]);
}

export const coursesAddress = async (lang: Language): Promise<string> =>
  `/${lang}${(await isEnabled('catalogue')) ? '/courses' : '/home#courses'}`;
