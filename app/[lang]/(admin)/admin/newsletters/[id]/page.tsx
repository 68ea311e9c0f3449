import { ConfirmButton } from '@/components/admin/call/dialogs';
import { NewsletterForm } from '@/components/admin/newsletters/newsletter-form';
import { type CourseTitles, segmentText, StatusBadge } from '@/components/admin/newsletters/newsletter-texts';
import { PreviewLinks } from '@/components/admin/newsletters/preview-links';
import { type AdminContext, createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { countText, timeText } from '@/components/admin/page/format';
import { Facts, PageHead } from '@/components/admin/page/page-head';
import { FormActions } from '@/components/form/form';
import { readFormLabels } from '@/components/form/generated-labels';
import { Card } from '@/components/layout/card';
import { Notice } from '@/components/ui/feedback/notice';
import { listCourseTitles } from '@/lib/courses/admin/courses';
import { languageName } from '@/lib/language';
import { listFreeLessons } from '@/lib/lessons/playback/lesson-previews';
import { type AdminNewsletter, requireNewsletter } from '@/lib/newsletter/admin/newsletters';

interface Props {
  params: Promise<{ lang: string; id: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_newsletters');

export default async function NewsletterPage({ params }: Props) {
  const { id } = await params;
  return renderAdminPage(params, `/newsletters/${id}`, async (context) => {
    const { actor, lang, t } = context;
    const [newsletter, courses] = await Promise.all([
      id === 'new' ? null : requireNewsletter(actor, id),
      listCourseTitles(actor),
    ]);
    const titles = new Map(courses.map(({ slug, title }) => [slug, title[lang]]));
    const listPath = `/${lang}/admin/newsletters`;
    const isDraft = newsletter === null || newsletter.status === 'draft';
    return (
      <>
        <PageHead
          back={{ href: listPath, label: t('section_newsletters') }}
          title={<bdi>{newsletter?.subject || t('new_newsletter')}</bdi>}
          intro={isDraft && t('newsletter_intro')}
        />
        {newsletter && !isDraft && <SendingProgress {...context} newsletter={newsletter} titles={titles} />}
        {isDraft && (
          <NewsletterForm
            key={newsletter?.id ?? 'new'}
            newsletter={newsletter && { ...newsletter, updatedAt: newsletter.updatedAt.toISOString() }}
            userId={actor.userId}
            courses={courses.map(({ slug, title }) => ({ slug, title: title[lang] }))}
            lang={lang}
            folder={listPath}
            lessons={await listFreeLessons(lang)}
            form={await readFormLabels(lang)}
          />
        )}
      </>
    );
  });
}

/** Shows no opened mails, because newsletters contain no tracking. */
function SendingProgress({
  lang,
  t,
  newsletter,
  titles,
}: AdminContext & { newsletter: AdminNewsletter; titles: CourseTitles }) {
  const { id, status, figures, sendAt, startedAt, endedAt } = newsletter;
  const formatCount = (value: number) => countText(value, lang);
  const failed = figures && figures.failed + figures.expired;
  return (
    <>
      <Card as="section" aria-labelledby="sending">
        <h2 id="sending">{t('newsletter_delivery')}</h2>
        <Facts
          facts={[
            [t('status'), <StatusBadge key="status" t={t} status={status} />],
            [t('newsletter_lang'), languageName(newsletter.lang, lang)],
            [t('newsletter_segment'), segmentText(t, lang, newsletter, titles)],
            [t('newsletter_send_at'), status === 'scheduled' && sendAt ? timeText(sendAt, lang) : null],
            [t('newsletter_readers_now'), status === 'scheduled' ? formatCount(newsletter.readers) : null],
            [t('newsletter_started'), startedAt && timeText(startedAt, lang)],
            [t('newsletter_ended'), endedAt && timeText(endedAt, lang)],
          ]}
        />
        {newsletter.pausedAt && <PausedNotice t={t} lang={lang} newsletter={newsletter} />}
        {(status === 'scheduled' || status === 'sending' || status === 'paused') && (
          <FormActions>
            {status === 'paused' && (
              <ConfirmButton
                label={t('newsletter_continue')}
                question={t('newsletter_continue_sure')}
                variant="primary"
                request={{ method: 'POST', url: `/api/admin/newsletters/${id}/continue` }}
              />
            )}
            <ConfirmButton
              label={t(`newsletter_stop_${status}`)}
              question={t(`newsletter_stop_${status}_sure`)}
              danger
              request={{ method: 'POST', url: `/api/admin/newsletters/${id}/stop` }}
            />
          </FormActions>
        )}
        <PreviewLinks id={id} />
      </Card>
      {figures && (
        <Card as="section" aria-labelledby="figures">
          <h2 id="figures">{t('newsletter_figures')}</h2>
          <Facts
            facts={[
              [t('newsletter_recipients'), formatCount(Object.values(figures).reduce((sum, each) => sum + each, 0))],
              [t('newsletter_figure_sent'), formatCount(figures.sent)],
              [t('newsletter_figure_waiting'), formatCount(figures.waiting)],
              [t('newsletter_figure_failed'), formatCount(failed ?? 0)],
              [t('newsletter_figure_bounced'), formatCount(figures.bounced)],
              [t('newsletter_figure_doubt'), formatCount(figures.inDoubt)],
              [t('newsletter_figure_withdrawn'), formatCount(figures.withdrawn)],
              [t('newsletter_figure_unsubscribed'), formatCount(newsletter.unsubscribedCount)],
              [t('newsletter_ended_readers'), newsletter.endedReaders > 0 && formatCount(newsletter.endedReaders)],
            ]}
          />
          {newsletter.endedReaders > 0 && (
            <FormActions>
              <ConfirmButton
                label={t('newsletter_take_back')}
                question={t('newsletter_take_back_sure', { count: newsletter.endedReaders })}
                request={{ method: 'POST', url: `/api/admin/newsletters/${id}/take-back` }}
              />
            </FormActions>
          )}
          <p>{t('newsletter_figures_text')}</p>
        </Card>
      )}
    </>
  );
}

function PausedNotice({
  lang,
  t,
  newsletter: { status, figures, pauseAnswer },
}: Pick<AdminContext, 'lang' | 't'> & { newsletter: AdminNewsletter }) {
  const refused = figures ? figures.failed + figures.bounced : 0;
  const values = { refused: countText(refused, lang), all: countText(refused + (figures?.sent ?? 0), lang) };
  return (
    <Notice tone="danger" title={t('newsletter_paused_title')}>
      <p>{t(status === 'paused' ? 'newsletter_paused_text' : 'newsletter_refused_text', values)}</p>
      {pauseAnswer && (
        <p>
          {t('newsletter_pause_answer')}: <bdi dir="auto">{pauseAnswer}</bdi>
        </p>
      )}
    </Notice>
  );
}
