import { slugOf } from '@/lib/slug';

/** Where an item's own page is (rows C4, A12). @param fileName the block's, which includes its folder */
export const detailsAddress = (lang: string, fileName: string, item: { title: string; titleTr?: string | undefined }): string =>
  `/${lang}/details/${fileName}/${encodeURIComponent(slugOf(item.title, item.titleTr))}`;

/** Names a service's picture in the transition from its card to its page. */
export const pictureName = (item: { title: string; titleTr?: string | undefined }): string => `service-${slugOf(item.title, item.titleTr)}`;
