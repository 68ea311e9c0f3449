import { BulkList } from '@/components/admin/list/bulk-list';
import { AdminPagination, FilterBar } from '@/components/admin/list/data-table';
import { PictureGrid } from '@/components/admin/media/picture-grid';
import { PictureUpload, WatchPictures } from '@/components/admin/media/picture-upload';
import {
  createAdminMetadata,
  pathWithQuery,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { GuideLink, PageHead } from '@/components/admin/page/page-head';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Notice } from '@/components/ui/feedback/notice';
import { readSavedFormOfPage } from '@/lib/api/form-posts';
import { listPictures, pictureQuerySchema } from '@/lib/pictures/admin/pictures';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_media');

export default async function MediaPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const query = pictureQuerySchema.safeParse(queryValues).data ?? { page: 1 };
  return renderAdminPage(params, pathWithQuery('/media', queryValues), async ({ actor, lang, t }) => {
    const { rows, page, hasNext } = await listPictures(actor, query);
    const listPath = `/${lang}/admin/media`;
    const { errors } = await readSavedFormOfPage();
    const isBulk = queryValues.changed !== undefined || errors.rows !== undefined;
    const uploadErrors = queryValues.error && !isBulk ? (errors.files ?? [t('failed_call')]) : [];
    return (
      <>
        <PageHead
          title={t('section_media')}
          intro={t('media_intro')}
          actions={<GuideLink lang={lang} t={t} section="pictures" />}
        />
        {uploadErrors.length > 0 && (
          <Notice tone="danger" alert>
            <ul>
              {uploadErrors.map((line) => (
                <li key={line}>
                  <bdi>{line}</bdi>
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <PictureUpload />
        <FilterBar
          action={listPath}
          submit={t('filter')}
          search={{ label: t('search_pictures'), value: query.q ?? '' }}
        />
        <BulkList
          t={t}
          action="/api/admin/bulk/pictures"
          rows={rows.length}
          query={isBulk ? queryValues : {}}
          actions={[
            { value: 'remove', label: t('bulk_remove_pictures'), icon: 'trash', sure: t('bulk_remove_pictures_sure') },
          ]}
        />
        {rows.length > 0 ? (
          <PictureGrid pictures={rows} lang={lang} t={t} />
        ) : (
          <EmptyState icon="picture" title={t(query.q ? 'no_pictures_found' : 'no_pictures')}>
            {t(query.q ? 'empty_filtered' : 'no_pictures_hint')}
          </EmptyState>
        )}
        <WatchPictures waiting={rows.some(({ status }) => status === 'waiting')} />
        <AdminPagination t={t} path={listPath} query={query.q ? { q: query.q } : {}} page={page} hasNext={hasNext} />
      </>
    );
  });
}
