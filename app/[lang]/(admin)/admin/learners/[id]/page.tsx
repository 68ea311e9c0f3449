import { ConfirmButton } from '@/components/admin/call/dialogs';
import { ShareBar } from '@/components/admin/figures';
import { EndSessionButton, SecondFactorReset } from '@/components/admin/learners/learner-actions';
import { LearnerEvents } from '@/components/admin/learners/learner-events';
import { DataTable } from '@/components/admin/list/data-table';
import { OrderKind, OrderStatus } from '@/components/admin/orders/order-status';
import { type AdminContext, createAdminMetadata, renderAdminPage } from '@/components/admin/page/admin-page';
import { countText, percentText, timeText } from '@/components/admin/page/format';
import { Columns, Facts, PageHead } from '@/components/admin/page/page-head';
import { Card } from '@/components/layout/card';
import { Badge } from '@/components/ui/text/badge';
import { Money } from '@/components/ui/text/money';
import { assignableRoles, maxOrders, requireUserDetails, type UserDetails } from '@/lib/accounts/admin/users';
import { now } from '@/lib/clock';
import { languageName } from '@/lib/language';
import styles from '@/components/admin/learners/learner.module.css';

interface Props {
  params: Promise<{ lang: string; id: string }>;
}

export const generateMetadata = ({ params }: Props) => createAdminMetadata(params, 'section_learners');

export default async function LearnerPage({ params }: Props) {
  const { id } = await params;
  return renderAdminPage(params, `/learners/${id}`, async (context) => (
    <LearnerDetails {...context} learner={await requireUserDetails(context.actor, id, now())} />
  ));
}

type LearnerDetails = AdminContext & { learner: UserDetails };

function LearnerDetails({ lang, t, actor, learner }: LearnerDetails) {
  const isOwnAccount = learner.userId === actor.userId;
  return (
    <>
      <PageHead
        back={{ href: `/${lang}/admin/learners`, label: t('section_learners') }}
        title={<bdi>{learner.name || learner.email}</bdi>}
        intro={<Badge tone={learner.role === 'learner' ? 'neutral' : 'accent'}>{t(`role_${learner.role}`)}</Badge>}
        actions={
          isOwnAccount
            ? undefined
            : assignableRoles
                .filter((role) => role !== learner.role)
                .map((role) => (
                  <ConfirmButton
                    key={role}
                    size="small"
                    label={t(`make_${role}`)}
                    title={`${t(`make_${role}`)}: ${learner.name}`}
                    question={t(`sure_${role}`)}
                    danger={role === 'learner'}
                    request={{ method: 'PUT', url: `/api/admin/users/${learner.userId}/role`, body: { role } }}
                  />
                ))
        }
      />
      <Columns>
        <div>
          <Courses lang={lang} t={t} actor={actor} learner={learner} />
          <Orders lang={lang} t={t} actor={actor} learner={learner} />
        </div>
        <div>
          <Card className={styles.part}>
            <Facts facts={listFacts(lang, t, learner)} />
            {learner.role === 'learner' && (learner.secondFactor || learner.passkeys > 0) && (
              <SecondFactorReset userId={learner.userId} />
            )}
          </Card>
          <Devices lang={lang} t={t} learner={learner} own={isOwnAccount} />
          <LearnerEvents actor={actor} lang={lang} userId={learner.userId} />
        </div>
      </Columns>
    </>
  );
}

function listFacts(
  lang: AdminContext['lang'],
  t: AdminContext['t'],
  learner: UserDetails,
): Array<[string, React.ReactNode]> {
  return [
    [
      t('email'),
      <span key="email">
        <bdi>{learner.email}</bdi> {!learner.confirmed && <Badge tone="notice">{t('unconfirmed')}</Badge>}
      </span>,
    ],
    [t('phone'), learner.phone && <bdi>{learner.phone}</bdi>],
    [t('language'), languageName(learner.lang, lang)],
    [t('sign_in_with'), learner.providers.map((provider) => t(`provider_${provider}`)).join(' · ')],
    [t('second_factor'), t(learner.secondFactor ? 'second_factor_on' : 'second_factor_off')],
    [t('passkeys'), learner.passkeys > 0 ? countText(learner.passkeys, lang) : null],
    [t('joined'), timeText(learner.createdAt, lang)],
    [t('last_seen'), timeText(learner.lastSeenAt, lang)],
  ];
}

function Courses({ lang, t, learner }: LearnerDetails) {
  return (
    <section className={styles.part}>
      <h2>{t('courses')}</h2>
      <DataTable
        caption={t('courses')}
        empty={t('no_courses')}
        columns={[
          { label: t('course') },
          { label: t('access') },
          { label: t('completion') },
          { label: t('since'), tight: true },
        ]}
        rows={learner.enrolments.map((row) => ({
          key: row.slug,
          href: `/${lang}/admin/courses/${row.slug}`,
          cells: [
            <bdi key="title">{row.title[lang]}</bdi>,
            <Badge key="access" tone={row.open ? 'success' : 'neutral'}>
              {t(!row.open ? 'access_closed' : row.source === 'admin' ? 'access_given' : 'access_bought')}
            </Badge>,
            <ShareBar
              key="share"
              share={row.lessons > 0 ? row.played / row.lessons : 0}
              text={row.lessons > 0 ? percentText(row.played / row.lessons, lang) : '–'}
            />,
            timeText(row.grantedAt, lang),
          ],
        }))}
      />
    </section>
  );
}

function Orders({ lang, t, learner }: LearnerDetails) {
  return (
    <section className={styles.part}>
      <h2>{t('section_orders')}</h2>
      <DataTable
        caption={t('section_orders')}
        empty={t('no_orders_yet')}
        columns={[
          { label: t('number'), tight: true },
          { label: t('status') },
          { label: t('product') },
          { label: t('amount'), end: true },
          { label: t('created'), tight: true },
        ]}
        rows={learner.orders.map((row) => ({
          key: row.orderId,
          href: `/${lang}/admin/orders/${row.orderId}`,
          cells: [
            <bdi key="number">#{row.number}</bdi>,
            <OrderStatus key="status" t={t} status={row.status} review={row.needsReview !== null} />,
            <span key="product">
              <bdi>{row.productName[lang] || row.description}</bdi>
              <OrderKind t={t} order={row} />
            </span>,
            <Money key="amount" piastres={row.amount} lang={lang} />,
            timeText(row.createdAt, lang),
          ],
        }))}
      />
      {learner.orders.length === maxOrders && (
        <p>
          <a href={`/${lang}/admin/orders?${new URLSearchParams({ q: learner.userId })}`}>{t('all_orders')}</a>
        </p>
      )}
    </section>
  );
}

function Devices({
  lang,
  t,
  learner,
  own,
}: {
  lang: AdminContext['lang'];
  t: AdminContext['t'];
  learner: UserDetails;
  own: boolean;
}) {
  return (
    <Card as="section" aria-labelledby="learner-devices" className={styles.part}>
      <h2 id="learner-devices">{t('devices')}</h2>
      {learner.sessions.length === 0 && <p>{t('no_devices')}</p>}
      <ul className={styles.devices}>
        {learner.sessions.map(({ sessionId, device, lastSeenAt, current }) => (
          <li key={sessionId}>
            <div>
              <p>
                <bdi>{device ?? t('unknown_device')}</bdi> {current && <Badge tone="success">{t('this_device')}</Badge>}
              </p>
              <p className={styles.seen}>
                {t('last_seen')} {timeText(lastSeenAt, lang)}
              </p>
            </div>
            {!current && (
              <EndSessionButton userId={learner.userId} sessionId={sessionId} owner={device ?? t('unknown_device')} />
            )}
          </li>
        ))}
      </ul>
      {!own && learner.sessions.length > 1 && <EndSessionButton userId={learner.userId} owner={learner.name} />}
    </Card>
  );
}
