import type { WorkCase } from '@/lib/content/work/work-schema';
import type { Language } from '@/lib/language';
import { JsonLd } from './json-ld';
import { organizationReference } from './organization-data';
import { absoluteUrl } from './site-address';

/** A case as work of ours for its client; an invented example names no client to search engines. */
export async function WorkData({ item, lang, path }: { item: WorkCase; lang: Language; path: string }) {
  const creator = await organizationReference(lang);
  return (
    <JsonLd
      data={{
        '@type': 'CreativeWork', name: item.title, description: item.meta.description ?? item.summary, inLanguage: lang, url: absoluteUrl(`/${lang}${path}`),
        image: absoluteUrl(item.picture.src), dateCreated: String(item.year), creator,
        ...(item.sample ? {} : { sponsor: { '@type': 'Organization', name: item.client } }),
      }}
    />
  );
}
