import { absoluteUrl } from '../../_seo/site-address';

/** Where feed readers find the articles. */
export const FeedLink = ({ lang, title }: { lang: string; title: string }) => (
  <link rel="alternate" type="application/rss+xml" title={title} href={absoluteUrl(`/${lang}/articles/feed.xml`)} />
);
