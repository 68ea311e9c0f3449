import { listCourseTitles } from '@/lib/admin/courses/courses';
import { listNewsletters, mostBounced, newsletterQuerySchema, readReadership, type Readership } from '@/lib/admin/newsletters/newsletters';
import { languageName, languages } from '@/lib/language';
import { ButtonLink } from '../../../_ui/button';
import { Card } from '../../../_ui/layout/card';
import { adminMetadata, adminPage, textIn, type AdminContext, type Query } from '../_parts/page/admin-page';
import { DataTable } from '../_parts/list/data-table';
import { nothingYet } from '../_parts/list/empty-list';
import { NewestOnly } from '../_parts/list/newest-only';
import { Pager } from '../_parts/list/pager';
import { Facts } from '../_parts/page/facts';
import { countText, timeText } from '../_parts/page/format';
import { PageHead } from '../_parts/page/page-head';
import { segmentText, StatusBadge } from './newsletter-texts';

interface Props { params: Promise<{ lang: string }>; searchParams: Promise<Query> }

export const generateMetadata = ({ params }: Props) => adminMetadata(params, 'section_newsletters');

/** Row N9: newsletters, who reads them, and whose address is unreachable. */
export default async function NewslettersPage({ params, searchParams }: Props) {
  const query = newsletterQuerySchema.safeParse(textIn(await searchParams)).data ?? { page: 1 };
  return adminPage(params, '/newsletters', async (context) => {
    const { actor, lang, t } = context;
    const [{ rows, page, hasNext }, readership, courses] = await Promise.all([listNewsletters(actor, query), readReadership(actor), listCourseTitles(actor)]);
    const titles = new Map(courses.map(({ slug, title }) => [slug, title[lang]]));
    const here = `/${lang}/admin/newsletters`;
    const begin = <ButtonLink href={`${here}/new`} icon="plus" prefetch={false}>{t('new_newsletter')}</ButtonLink>;
    return (
      <>
        <PageHead title={t('section_newsletters')} intro={t('newsletters_intro')} actions={begin} />
        <Card as="section" aria-labelledby="readers">
          <h2 id="readers">{t('newsletter_readers')}</h2>
          <Facts facts={languages.map((each) => [languageName(each, lang), countText(readership.byLanguage[each] ?? 0, lang)])} />
        </Card>
        <DataTable
          caption={t('section_newsletters')} {...nothingYet(t, 'newsletters', begin)}
          columns={[{ label: t('newsletter_subject') }, { label: t('status'), tight: true }, { label: t('newsletter_lang'), tight: true }, { label: t('newsletter_segment') }, { label: t('when'), tight: true }]}
          rows={rows.map((row) => ({
            key: row.id, href: `${here}/${row.id}`,
            cells: [
              <bdi key="subject">{row.subject || t('new_newsletter')}</bdi>, <StatusBadge key="status" t={t} status={row.status} />, languageName(row.lang, lang),
              segmentText(t, lang, row, titles), timeText(row.startedAt ?? row.sendAt ?? row.updatedAt, lang),
            ],
          }))}
        />
        <Pager t={t} path={here} query={{}} page={page} hasNext={hasNext} />
        <Bounced {...context} bounced={readership.bounced} />
      </>
    );
  });
}

function Bounced({ lang, t, bounced }: AdminContext & Pick<Readership, 'bounced'>) {
  if (bounced.length === 0) return null;
  return (
    <section>
      <h2>{t('newsletter_unreachable')}</h2>
      <p>{t('newsletter_unreachable_text')}</p>
      <DataTable
        caption={t('newsletter_unreachable')} empty=""
        columns={[{ label: t('email') }, { label: t('reason') }, { label: t('when'), tight: true }]}
        rows={bounced.map(({ email, reason, bouncedAt }) => ({ key: email, cells: [<bdi key="email">{email}</bdi>, <bdi key="reason" dir="auto">{reason}</bdi>, timeText(bouncedAt, lang)] }))}
      />
      <NewestOnly t={t} count={bounced.length} most={mostBounced} />
    </section>
  );
}
