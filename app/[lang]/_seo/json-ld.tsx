import type { Crumb } from '../_ui/navigation/breadcrumbs';
import { absoluteUrl } from './site-address';

/** Structured data: a data block, which no browser runs. `<` is escaped so that no text can end it. */
export function JsonLd({ data }: { data: Record<string, unknown> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

/** The same crumbs that the page shows; the last one is the page at `path`. */
export function BreadcrumbData({ crumbs, path }: { crumbs: readonly Crumb[]; path: string }) {
  const items = crumbs.map(({ label, href }, index) => ({
    '@type': 'ListItem', position: index + 1, name: label, item: absoluteUrl(href ?? path),
  }));
  return <JsonLd data={{ '@type': 'BreadcrumbList', itemListElement: items }} />;
}

/** The questions and answers that the page shows. */
export function FaqData({ faq }: { faq: ReadonlyArray<{ question: string; answer: string }> }) {
  const entries = faq.map(({ question, answer }) => ({ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }));
  return <JsonLd data={{ '@type': 'FAQPage', mainEntity: entries }} />;
}

/** A page's list of pages, in the order it shows them. */
export function ListData({ items }: { items: ReadonlyArray<{ name: string; href: string }> }) {
  const elements = items.map(({ name, href }, index) => ({ '@type': 'ListItem', position: index + 1, name, url: absoluteUrl(href) }));
  return <JsonLd data={{ '@type': 'ItemList', itemListElement: elements }} />;
}
