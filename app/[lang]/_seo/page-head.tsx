import { readSiteConfig } from '@/lib/content/read';
import type { Meta } from '@/lib/content/schema';
import { defaultLanguage, type Language, languages, traitsOf } from '@/lib/language';
import { absoluteUrl } from './site-address';

export interface PageHeadProps {
  lang: Language;
  /** After the language: `/services`. */
  path: string;
  /** `?page=2`: part of the address of a page that each language has its own of. */
  query?: string;
  /** From the page's content (row B11); `title` is the page's, else the product's name (row B13). */
  meta: Meta | null;
  /** Where this very page exists; only these are named as alternates. */
  inLanguages?: readonly Language[];
  /** The address that counts, when this page repeats another language's (the English legal pages). */
  canonicalLang?: Language;
  noindex?: boolean;
}

/** Everything of the head that depends on the page; React lifts it there. */
export async function PageHead({ lang, path, query = '', meta, inLanguages = languages, canonicalLang = lang, noindex = false }: PageHeadProps) {
  const site = await readSiteConfig();
  const { title = site?.productName ?? '', ...rest } = meta ?? {};
  const address = absoluteUrl(`/${canonicalLang}${path}${query}`);
  const tags: Meta = noindex ? { robots: 'noindex', ...rest } : { ...sharedTags(lang, title, rest), 'og:url': address, 'og:site_name': site?.productNames[lang] ?? '', ...sharePicture(lang, path, title), ...rest };
  return (
    <>
      <title>{title}</title>
      {Object.entries(tags).map(([name, content]) => <MetaTag key={name} name={name} content={content} />)}
      {!noindex && <link rel="canonical" href={address} />}
      {!noindex && query === '' && <Alternates path={path} inLanguages={inLanguages} />}
    </>
  );
}

/** Row B11: `og:` and `twitter:` are property tags, all others name tags. */
function MetaTag({ name, content }: { name: string; content: string }) {
  return /^(?:og|twitter):/.test(name) ? <meta property={name} content={content} /> : <meta name={name} content={content} />;
}

const sharedTags = (lang: Language, title: string, { description }: Meta): Meta => ({
  'og:title': title,
  ...(description ? { 'og:description': description } : {}),
  'og:type': 'website',
  'og:locale': traitsOf(lang).openGraphLocale,
  'twitter:card': 'summary_large_image',
});

/** `x-default` is Arabic, and only where Arabic exists; one language alone needs no alternates. */
function Alternates({ path, inLanguages }: { path: string; inLanguages: readonly Language[] }) {
  if (inLanguages.length < 2) return null;
  return (
    <>
      {inLanguages.map((lang) => <link key={lang} rel="alternate" hrefLang={lang} href={absoluteUrl(`/${lang}${path}`)} />)}
      {inLanguages.includes(defaultLanguage) && <link rel="alternate" hrefLang="x-default" href={absoluteUrl(`/${defaultLanguage}${path}`)} />}
    </>
  );
}

/** The picture of a page when it is shared; drawn by app/assets/share. */
function sharePicture(lang: Language, path: string, title: string): Meta {
  return {
    'og:image': absoluteUrl(`/assets/share/${lang}${path}.png`),
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': title,
  };
}
