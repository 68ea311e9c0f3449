import { listPictures } from '@/lib/admin/media/pictures';
import { pictureQuerySchema } from '@/lib/admin/media/picture-schema';
import { savedFormOfPage } from '@/lib/api/saved-form';
import { EmptyState } from '../../../_ui/feedback/empty-state';
import { Notice } from '../../../_ui/feedback/notice';
import { adminMetadata, adminPage, textIn, type Query } from '../_parts/page/admin-page';
import { BulkList } from '../_parts/list/bulk-list';
import { FilterBar } from '../_parts/list/filter-bar';
import { GuideLink } from '../_parts/page/guide-link';
import { PageHead } from '../_parts/page/page-head';
import { Pager } from '../_parts/list/pager';
import { PictureGrid } from './picture-grid';
import { PictureUpload } from './picture-upload';
import { WatchPictures } from './watch-pictures';

interface Props { params: Promise<{ lang: string }>; searchParams: Promise<Query> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_media');

/** Row N7: the pictures of the site, newest first. */
export default async function MediaPage({ params, searchParams }: Props) {
  const asked = textIn(await searchParams);
  const query = pictureQuerySchema.safeParse(asked).data ?? { page: 1 };
  return adminPage(params, '/media', async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listPictures(actor, query);
    const here = `/${lang}/admin/media`;
    const { errors } = await savedFormOfPage();
    const isBulk = asked.changed !== undefined || errors.rows !== undefined;
    const refused = asked.error && !isBulk ? (errors.files ?? [t('failed_call')]) : [];
    return (
      <>
        <PageHead title={t('section_media')} intro={t('media_intro')} actions={<GuideLink lang={lang} t={t} section="pictures" />} />
        {refused.length > 0 && <Notice tone="danger" alert><ul>{refused.map((line) => <li key={line}><bdi>{line}</bdi></li>)}</ul></Notice>}
        <PictureUpload labels={{
          title: t('picture_upload_title'), files: t('picture_files'), help: t('picture_files_help'), upload: t('picture_upload'), drop: t('picture_drop'), sending: t('picture_sending'), sent: t('picture_sent'),
          failed: t('failed_call'), unreachable: t('picture_not_sent'), again: t('picture_again'),
        }} />
        <FilterBar action={here} submit={t('filter')} search={{ label: t('search_pictures'), value: query.q ?? '' }} />
        <BulkList t={t} action="/api/admin/bulk/pictures" rows={rows.length} asked={isBulk ? asked : {}} actions={[{ value: 'remove', label: t('bulk_remove_pictures'), icon: 'trash', sure: t('bulk_remove_pictures_sure') }]} />
        {rows.length > 0 ? <PictureGrid pictures={rows} lang={lang} t={t} /> : <EmptyState icon="picture" title={t(query.q ? 'no_pictures_found' : 'no_pictures')}>{t(query.q ? 'empty_filtered' : 'no_pictures_hint')}</EmptyState>}
        <WatchPictures waiting={rows.some(({ status }) => status === 'waiting')} />
        <Pager t={t} path={here} query={query.q ? { q: query.q } : {}} page={page} hasNext={hasNext} />
      </>
    );
  });
}
