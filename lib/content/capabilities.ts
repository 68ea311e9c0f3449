import 'server-only';
import { siteConfigFile } from '@/lib/cache/content-overlay';
import type { Capability } from '@/lib/capabilities';
import { findRoute, segmentsOf } from '@/lib/find-route';
import { defaultLanguage, type Language } from '@/lib/language';
import type { Route } from '@/lib/routes';
import { readContent } from './load';
import { configSchema } from './schema';

/**
 * Whether `config.json`, as it is published, has the capability switched on; what it does not name is on. Not inside of a transaction: what is
 * published may have to be read from the database first.
 */
export async function isOn(capability: Capability): Promise<boolean> {
  const site = await readContent(siteConfigFile, configSchema);
  return site?.capabilities?.[capability] ?? true;
}

/** False where a page or call belongs to a capability that is off. */
export async function isRouteOn({ capability = [] }: Pick<Route, 'capability'>): Promise<boolean> {
  const any = [capability].flat();
  return any.length === 0 || (await Promise.all(any.map(isOn))).includes(true);
}

/** As `isRouteOn`; what the table of routes does not name is not in question here. @param path without query */
export async function isPathOn(path: string): Promise<boolean> {
  const route = findRoute(segmentsOf(path) ?? []);
  return route === undefined || isRouteOn(route);
}

/** Those of the items whose page is there. @param routeOf what follows the language in the address of the item's page */
export async function onlyOpen<Item>(items: readonly Item[], routeOf: (item: Item) => string): Promise<Item[]> {
  const open = await Promise.all(items.map((item) => isPathOn(`/${defaultLanguage}${routeOf(item).replace(/[?#].*/, '')}`)));
  return items.filter((_, at) => open[at]);
}

/** Where all courses are: their catalogue, or the home page's list of them. */
export const coursesAddress = async (lang: Language): Promise<string> => `/${lang}${(await isOn('catalogue')) ? '/courses' : '/home#courses'}`;
