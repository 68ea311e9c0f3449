import type { Permission } from '@/lib/actor';
import { findRoute, segmentsOf } from '@/lib/find-route';
import { defaultLanguage } from '@/lib/language';
import { isPage } from '@/lib/routes';

/** What the table of routes asks for a page of administration; what it does not name asks for the most. @param path after the language */
export function permissionFor(path: string): Permission {
  const route = findRoute(segmentsOf(`/${defaultLanguage}${path}`) ?? []);
  const access = route && isPage(route) ? route.access : 'admin';
  return access === 'enter' || access === 'content' || access === 'articles' || access === 'media' ? access : 'administer';
}
