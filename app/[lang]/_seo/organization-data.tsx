import { readSiteConfig, readSocialLinks } from '@/lib/content/read';
import type { Language } from '@/lib/language';
import { JsonLd } from './json-ld';
import { absoluteUrl } from './site-address';

const organizationId = () => absoluteUrl('/#organization');

/** Us, where another thing names us: search engines do not follow the id to the home page. */
export async function organizationReference(lang: Language) {
  const site = await readSiteConfig();
  return { '@type': 'Organization', '@id': organizationId(), name: site?.productNames[lang] ?? '', url: absoluteUrl(`/${lang}/home`) };
}

/** Who we are and what this site is, on the home page. */
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
    sameAs: (links ?? []).map(({ link }) => link).filter((link) => link.startsWith('https://') && !link.includes('wa.me')),
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
