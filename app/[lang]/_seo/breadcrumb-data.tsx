import type { Crumb } from '../_ui/navigation/breadcrumbs';
import { JsonLd } from './json-ld';
import { absoluteUrl } from './site-address';

/** The same crumbs that the page shows; the last one is the page at `path`. */
export function BreadcrumbData({ crumbs, path }: { crumbs: readonly Crumb[]; path: string }) {
  const items = crumbs.map(({ label, href }, index) => ({
    '@type': 'ListItem', position: index + 1, name: label, item: absoluteUrl(href ?? path),
  }));
  return <JsonLd data={{ '@type': 'BreadcrumbList', itemListElement: items }} />;
}
