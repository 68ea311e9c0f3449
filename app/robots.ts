import type { MetadataRoute } from 'next';
import { config } from '@/lib/config/config';
import { languages } from '@/lib/language';

export const dynamic = 'force-dynamic';

const perPerson = ['profile', 'payment', 'course/', 'admin', 'login', 'signup', 'forgetPassword', 'resetPassword', 'otpcode'];

/** Calls and everybody's own pages are nobody's search result; the free lessons' videos and pictures are. */
export default function robots(): MetadataRoute.Robots {
  const closed = languages.flatMap((lang) => perPerson.map((area) => `/${lang}/${area}`));
  return { rules: { userAgent: '*', allow: ['/', '/api/preview/'], disallow: ['/api/', '/auth/', ...closed] }, sitemap: `${config().siteUrl}/sitemap.xml` };
}
