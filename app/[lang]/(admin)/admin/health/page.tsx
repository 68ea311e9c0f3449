import { DataTable } from '@/components/admin/list/data-table';
import { type AdminContext, createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { agoText, timeText } from '@/components/admin/page/format';
import { Facts, PageHead } from '@/components/admin/page/page-head';
import { Card } from '@/components/layout/card';
import { Notice } from '@/components/ui/feedback/notice';
import { now } from '@/lib/clock';
import { fileSizeText, type SizeUnits } from '@/lib/i18n/formats';
import { messageKey } from '@/lib/i18n/message-key';
import { readSizeUnits } from '@/lib/i18n/messages';
import { type Health, readHealth } from '@/lib/operations/admin/health';

interface Props {
  params: Promise<{ lang: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_health');

export default async function HealthPage({ params }: Props) {
  return renderAdminPage(params, '/health', async (context) => (
    <HealthReport
      {...context}
      health={await readHealth(context.actor, now())}
      units={await readSizeUnits(context.lang)}
    />
  ));
}

function HealthReport({ lang, t, health, units }: AdminContext & { health: Health; units: SizeUnits }) {
  const { figures, warnings } = health;
  return (
    <>
      <PageHead title={t('section_health')} intro={t('health_intro')} />
      {warnings.length === 0 && <Notice tone="success">{t('all_well')}</Notice>}
      {warnings.map((warning) => (
        <Notice key={warning} tone="notice">
          {t(`worry_${warning}`, { count: figures.ordersForReview })}
        </Notice>
      ))}
      <Card>
        <Facts
          facts={[
            [
              t('version'),
              <bdi key="version">
                {health.version}
                {health.commit && ` (${health.commit.slice(0, 12)})`}
              </bdi>,
            ],
            [t('database'), <bdi key="database">{health.database}</bdi>],
            [
              t('migrations'),
              <bdi key="migrations">{`${health.migrations.applied} · ${health.migrations.last ?? '–'}`}</bdi>,
            ],
            [
              t('last_backup'),
              health.lastBackup ? (
                <>
                  {timeText(health.lastBackup.at, lang)} · <bdi>{health.lastBackup.file}</bdi>
                </>
              ) : (
                t('never')
              ),
            ],
            [
              t('last_callback'),
              figures.lastCallback
                ? `${timeText(figures.lastCallback.at, lang)} · ${t(`result_${figures.lastCallback.result}`)}`
                : t('never'),
            ],
            [t('payment_mode'), t(`payment_${health.paymentMode}`)],
            [
              t('mail_queue'),
              t('mail_queue_value', { waiting: figures.outbox.waiting, failing: figures.outbox.failing }),
            ],
            [
              t('free_space'),
              health.freeMebibytes === null ? (
                '–'
              ) : (
                <bdi key="free">{fileSizeText(health.freeMebibytes * 1024 ** 2, lang, units)}</bdi>
              ),
            ],
            [
              t('page_cache'),
              t('page_cache_value', {
                cached: health.pages.cached,
                hits: health.pages.hits,
                renders: health.pages.renders,
              }),
            ],
          ]}
        />
      </Card>
      <section>
        <h2>{t('jobs')}</h2>
        <DataTable
          caption={t('jobs')}
          empty={t('none')}
          columns={[{ label: t('job') }, { label: t('last_run') }, { label: t('last_error') }]}
          rows={figures.jobs.map((job) => ({
            key: job.name,
            cells: [
              t(`job_${messageKey(job.name)}`),
              job.lastRunSeconds === null ? t('never') : agoText(job.lastRunSeconds, lang),
              job.lastError ? <bdi key="error">{job.lastError}</bdi> : '–',
            ],
          }))}
        />
      </section>
    </>
  );
}
