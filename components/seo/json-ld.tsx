import type { Crumb } from '@/components/ui/navigation/breadcrumbs';
import type { Article } from '@/lib/articles/articles';
import { readSiteConfig, readSocialLinks } from '@/lib/content/read';
import type { WorkCase } from '@/lib/content/schema';
import { lessonsOf, secondsOf } from '@/lib/courses/catalogue/course';
import type { CourseOffer } from '@/lib/courses/catalogue/course-offer';
import type { RatingSummary } from '@/lib/courses/ratings';
import type { Language } from '@/lib/language';
import type { VideoView } from '@/lib/lessons/playback/describe-video';
import { poundsFromPiastres } from '@/lib/money';
import { priceProduct } from '@/lib/orders/pricing';
import { absoluteUrl } from './page-head';

/** Escapes `<` so that no text can close the script element. */
function JsonLd({ data }: { data: Record<string, unknown> }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', ...data }).replaceAll('<', '\\u003c');
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}

export function BreadcrumbData({ crumbs, path }: { crumbs: readonly Crumb[]; path: string }) {
  const items = crumbs.map(({ label, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: label,
    item: absoluteUrl(href ?? path),
  }));
  return <JsonLd data={{ '@type': 'BreadcrumbList', itemListElement: items }} />;
}

export function FaqData({ faq }: { faq: ReadonlyArray<{ question: string; answer: string }> }) {
  const entries = faq.map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  }));
  return <JsonLd data={{ '@type': 'FAQPage', mainEntity: entries }} />;
}

export function ListData({ items }: { items: ReadonlyArray<{ name: string; href: string }> }) {
  const elements = items.map(({ name, href }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    url: absoluteUrl(href),
  }));
  return <JsonLd data={{ '@type': 'ItemList', itemListElement: elements }} />;
}

const organizationId = () => absoluteUrl('/#organization');

/** Repeats the name, because search engines do not look up the id on the home page. */
async function readOrganizationReference(lang: Language) {
  const site = await readSiteConfig();
  return {
    '@type': 'Organization',
    '@id': organizationId(),
    name: site?.productNames[lang] ?? '',
    url: absoluteUrl(`/${lang}/home`),
  };
}

export async function OrganizationData({ lang }: { lang: Language }) {
  const [site, links] = await Promise.all([readSiteConfig(), readSocialLinks()]);
  if (!site) return null;
  const { company } = site;
  const organization = {
    '@type': 'Organization',
    '@id': organizationId(),
    name: site.productNames[lang],
    legalName: company.legalName,
    url: absoluteUrl(`/${lang}/home`),
    logo: absoluteUrl('/assets/share/logo.png'),
    email: company.email,
    telephone: company.phone,
    foundingDate: String(company.founded),
    address: { '@type': 'PostalAddress', addressLocality: company.city, addressCountry: company.country },
    sameAs: (links ?? [])
      .map(({ link }) => link)
      .filter((link) => link.startsWith('https://') && !link.includes('wa.me')),
  };
  const website = {
    '@type': 'WebSite',
    '@id': absoluteUrl('/#website'),
    name: site.productNames[lang],
    url: absoluteUrl(`/${lang}/home`),
    inLanguage: lang,
    publisher: { '@id': organizationId() },
  };
  return <JsonLd data={{ '@graph': [organization, website] }} />;
}

interface Props {
  course: CourseOffer;
  rating: RatingSummary | undefined;
  lang: Language;
  path: string;
}

export async function CourseData({ course, rating, lang, path }: Props) {
  const url = absoluteUrl(`/${lang}${path}`);
  const { level, spokenLanguage, prerequisites } = course.courseInfo;
  const seconds = secondsOf(lessonsOf(course));
  const price = course.product && priceProduct(course.product).totalPiastres;
  const offer = price !== null && {
    '@type': 'Offer',
    price: poundsFromPiastres(price).toFixed(2),
    priceCurrency: 'EGP',
    url,
    availability: 'https://schema.org/InStock',
    category: price === 0 ? 'Free' : 'Paid',
  };
  const instance = {
    '@type': 'CourseInstance',
    courseMode: 'Online',
    inLanguage: spokenLanguage,
    courseWorkload: `PT${Math.max(1, Math.ceil(seconds / 60))}M`,
  };
  return (
    <JsonLd
      data={{
        '@type': 'Course',
        '@id': `${url}#course`,
        url,
        name: course.title,
        description: course.summary,
        inLanguage: spokenLanguage,
        image: absoluteUrl(course.imageUrl),
        provider: await readOrganizationReference(lang),
        ...(level ? { educationalLevel: level } : {}),
        ...(prerequisites.length > 0 ? { coursePrerequisites: prerequisites.map(({ content }) => content) } : {}),
        hasCourseInstance: instance,
        ...(offer ? { offers: offer } : {}),
        ...(rating
          ? {
              aggregateRating: {
                '@type': 'AggregateRating',
                ratingValue: rating.mean.toFixed(1),
                ratingCount: rating.count,
                bestRating: 5,
                worstRating: 1,
              },
            }
          : {}),
      }}
    />
  );
}

interface VideoDataProps {
  video: VideoView;
  name: string;
  description: string;
  lang: string;
  spokenLanguage: string;
}

/** Renders nothing if the poster or the date is missing, because search engines require them. */
export function VideoData({ video, name, description, lang, spokenLanguage }: VideoDataProps) {
  const source = video.sources.find(({ type }) => type.startsWith('video/mp4')) ?? video.sources[0];
  if (!source || !video.poster || !video.madeAt) return null;
  const transcript = video.captions
    .find((each) => each.lang === lang)
    ?.cues.map(({ text }) => text)
    .join(' ');
  return (
    <JsonLd
      data={{
        '@type': 'VideoObject',
        name,
        description,
        inLanguage: spokenLanguage,
        uploadDate: video.madeAt,
        thumbnailUrl: absoluteUrl(video.poster),
        contentUrl: absoluteUrl(source.url),
        duration: `PT${Math.round(video.durationSeconds)}S`,
        isAccessibleForFree: true,
        ...(transcript ? { transcript } : {}),
      }}
    />
  );
}

export async function ArticleData({ article, lang, path }: { article: Article; lang: Language; path: string }) {
  const organization = await readOrganizationReference(lang);
  return (
    <JsonLd
      data={{
        '@type': 'Article',
        headline: article.title,
        description: article.description,
        inLanguage: lang,
        datePublished: article.publishedAt.toISOString(),
        dateModified: article.updatedAt.toISOString(),
        articleSection: article.category,
        mainEntityOfPage: absoluteUrl(`/${lang}${path}`),
        ...(article.imageUrl ? { image: absoluteUrl(article.imageUrl) } : {}),
        author: article.author
          ? { '@type': 'Person', name: article.author, url: absoluteUrl(`/${lang}/about`), worksFor: organization }
          : organization,
        publisher: organization,
      }}
    />
  );
}

export async function WorkData({ item, lang, path }: { item: WorkCase; lang: Language; path: string }) {
  const creator = await readOrganizationReference(lang);
  return (
    <JsonLd
      data={{
        '@type': 'CreativeWork',
        name: item.title,
        description: item.meta.description ?? item.summary,
        inLanguage: lang,
        url: absoluteUrl(`/${lang}${path}`),
        image: absoluteUrl(item.picture.src),
        dateCreated: String(item.year),
        creator,
        ...(item.sample ? {} : { sponsor: { '@type': 'Organization', name: item.client } }),
      }}
    />
  );
}
