import { JsonLd } from './json-ld';
import { absoluteUrl } from './site-address';

/** A page's list of pages, in the order it shows them. */
export function ListData({ items }: { items: ReadonlyArray<{ name: string; href: string }> }) {
  const elements = items.map(({ name, href }, index) => ({ '@type': 'ListItem', position: index + 1, name, url: absoluteUrl(href) }));
  return <JsonLd data={{ '@type': 'ItemList', itemListElement: elements }} />;
}
