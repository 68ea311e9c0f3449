import { AdminPagination, DataTable, noRowsYetTexts, TruncationNote } from '@/components/admin/list/data-table';
import { segmentText, StatusBadge } from '@/components/admin/newsletters/newsletter-texts';
import {
  type AdminContext,
  createAdminMetadata,
  pathWithQuery,
  type Query,
  queryTexts,
  renderAdminPage,
} from '@/components/admin/page/admin-page';
import { countText, timeText } from '@/components/admin/page/format';
import { Facts, PageHead } from '@/components/admin/page/page-head';
import { Card } from '@/components/layout/card';
import { ButtonLink } from '@/components/ui/button';
import { listCourseTitles } from '@/lib/courses/admin/courses';
import { languageName, languages } from '@/lib/language';
import {
  listNewsletters,
  maxBounced,
  newsletterQuerySchema,
  type Readership,
  readReadership,
} from '@/lib/newsletter/admin/newsletters';

interface Props {
  params: Promise<{ lang: string }>;
  searchParams: Promise<Query>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_newsletters');

export default async function NewslettersPage({ params, searchParams }: Props) {
  const queryValues = queryTexts(await searchParams);
  const query = newsletterQuerySchema.safeParse(queryValues).data ?? { page: 1 };
  return renderAdminPage(params, pathWithQuery('/newsletters', queryValues), async (context) => {
    const { actor, lang, t } = context;
    const [{ rows, page, hasNext }, readership, courses] = await Promise.all([
      listNewsletters(actor, query),
      readReadership(actor),
      listCourseTitles(actor),
    ]);
    const titles = new Map(courses.map(({ slug, title }) => [slug, title[lang]]));
    const listPath = `/${lang}/admin/newsletters`;
    const newNewsletterButton = (
      <ButtonLink href={`${listPath}/new`} icon="plus" prefetch={false}>
        {t('new_newsletter')}
      </ButtonLink>
    );
    return (
      <>
        <PageHead title={t('section_newsletters')} intro={t('newsletters_intro')} actions={newNewsletterButton} />
        <Card as="section" aria-labelledby="readers">
          <h2 id="readers">{t('newsletter_readers')}</h2>
          <Facts
            facts={languages.map((each) => [
              languageName(each, lang),
              countText(readership.byLanguage[each] ?? 0, lang),
            ])}
          />
        </Card>
        <DataTable
          caption={t('section_newsletters')}
          {...noRowsYetTexts(t, 'newsletters', newNewsletterButton)}
          columns={[
            { label: t('newsletter_subject') },
            { label: t('status'), tight: true },
            { label: t('newsletter_lang'), tight: true },
            { label: t('newsletter_segment') },
            { label: t('when'), tight: true },
          ]}
          rows={rows.map((row) => ({
            key: row.id,
            href: `${listPath}/${row.id}`,
            cells: [
              <bdi key="subject">{row.subject || t('new_newsletter')}</bdi>,
              <StatusBadge key="status" t={t} status={row.status} />,
              languageName(row.lang, lang),
              segmentText(t, lang, row, titles),
              timeText(row.startedAt ?? row.sendAt ?? row.updatedAt, lang),
            ],
          }))}
        />
        <AdminPagination t={t} path={listPath} query={{}} page={page} hasNext={hasNext} />
        <BouncedReaders {...context} bounced={readership.bounced} />
      </>
    );
  });
}

function BouncedReaders({ lang, t, bounced }: AdminContext & Pick<Readership, 'bounced'>) {
  if (bounced.length === 0) return null;
  return (
    <section>
      <h2>{t('newsletter_unreachable')}</h2>
      <p>{t('newsletter_unreachable_text')}</p>
      <DataTable
        caption={t('newsletter_unreachable')}
        empty=""
        columns={[{ label: t('email') }, { label: t('reason') }, { label: t('when'), tight: true }]}
        rows={bounced.map(({ email, reason, bouncedAt }) => ({
          key: email,
          cells: [
            <bdi key="email">{email}</bdi>,
            <bdi key="reason" dir="auto">
              {reason}
            </bdi>,
            timeText(bouncedAt, lang),
          ],
        }))}
      />
      <TruncationNote t={t} count={bounced.length} limit={maxBounced} />
    </section>
  );
}
