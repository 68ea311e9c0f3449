import 'server-only';
import { config } from '@/lib/config/config';
import { readSiteConfig } from '@/lib/content/read';
import type { Meta } from '@/lib/content/schema';
import { defaultLanguage, type Language, languages, traitsOf } from '@/lib/language';

export interface PageHeadProps {
  lang: Language;
  path: string;
  query?: string;
  /** From the page's content (row B11). If there is no `title`, the product's name is used (row B13). */
  meta: Meta | null;
  /** Languages in which the page exists; only these become alternates. */
  inLanguages?: readonly Language[];
  /** Set this if the page repeats another language's text, as legal pages repeat the English text. */
  canonicalLang?: Language;
  noindex?: boolean;
}

export async function PageHead({
  lang,
  path,
  query = '',
  meta,
  inLanguages = languages,
  canonicalLang = lang,
  noindex = false,
}: PageHeadProps) {
  const site = await readSiteConfig();
  const { title = site?.productName ?? '', ...rest } = meta ?? {};
  const url = absoluteUrl(`/${canonicalLang}${path}${query}`);
  const tags: Meta = noindex
    ? { robots: 'noindex', ...rest }
    : {
        ...sharedTags(lang, title, rest),
        'og:url': url,
        'og:site_name': site?.productNames[lang] ?? '',
        ...sharePicture(lang, path, title),
        ...rest,
      };
  return (
    <>
      <title>{title}</title>
      {Object.entries(tags).map(([name, content]) => (
        <MetaTag key={name} name={name} content={content} />
      ))}
      {!noindex && <link rel="canonical" href={url} />}
      {!noindex && query === '' && <Alternates path={path} inLanguages={inLanguages} />}
    </>
  );
}

function MetaTag({ name, content }: { name: string; content: string }) {
  return /^(?:og|twitter):/.test(name) ? (
    <meta property={name} content={content} />
  ) : (
    <meta name={name} content={content} />
  );
}

const sharedTags = (lang: Language, title: string, { description }: Meta): Meta => ({
  'og:title': title,
  ...(description ? { 'og:description': description } : {}),
  'og:type': 'website',
  'og:locale': traitsOf(lang).openGraphLocale,
  'twitter:card': 'summary_large_image',
});

function Alternates({ path, inLanguages }: { path: string; inLanguages: readonly Language[] }) {
  if (inLanguages.length < 2) return null;
  return (
    <>
      {inLanguages.map((lang) => (
        <link key={lang} rel="alternate" hrefLang={lang} href={absoluteUrl(`/${lang}${path}`)} />
      ))}
      {inLanguages.includes(defaultLanguage) && (
        <link rel="alternate" hrefLang="x-default" href={absoluteUrl(`/${defaultLanguage}${path}`)} />
      )}
    </>
  );
}

function sharePicture(lang: Language, path: string, title: string): Meta {
  return {
    'og:image': absoluteUrl(`/assets/share/${lang}${path}.png`),
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
  };
}

/** SITE_URL is the only source of absolute URLs. `path` may contain any characters. */
export const absoluteUrl = (path: string): string => new URL(path, config().siteUrl).href;
