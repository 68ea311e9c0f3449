import type { Article } from '@/lib/blog/schema';
import type { Language } from '@/lib/language';
import { JsonLd } from './json-ld';
import { organizationReference } from './organization-data';
import { absoluteUrl } from './site-address';

export async function ArticleData({ article, lang, path }: { article: Article; lang: Language; path: string }) {
  const organization = await organizationReference(lang);
  return (
    <JsonLd
      data={{
        '@type': 'Article', headline: article.title, description: article.description, inLanguage: lang,
        datePublished: article.publishedAt.toISOString(), dateModified: article.updatedAt.toISOString(),
        articleSection: article.category, mainEntityOfPage: absoluteUrl(`/${lang}${path}`),
        ...(article.imageUrl ? { image: absoluteUrl(article.imageUrl) } : {}),
        author: article.author ? { '@type': 'Person', name: article.author, url: absoluteUrl(`/${lang}/about`), worksFor: organization } : organization, publisher: organization,
      }}
    />
  );
}
