import type { getFormatter, getTranslations } from 'next-intl/server';
import { Icon } from '../../../_ui/icon';
import { RemovalForm } from './proof/removal-form';
import styles from './section.module.css';
import { mayUnlink, type SignInMethods } from '@/lib/auth/providers/linked-providers';

type Translator = Awaited<ReturnType<typeof getTranslations>>;

interface LinkedListProps {
  ways: SignInMethods;
  /** Where this user's calls are. */
  base: string;
  asksPassword: boolean;
  t: Translator;
  auth: Translator;
  format: Awaited<ReturnType<typeof getFormatter>>;
}

/** The providers that open this account; the last way in cannot be taken away. */
export function LinkedList({ ways, base, asksPassword, t, auth, format }: LinkedListProps) {
  if (ways.linked.length === 0) return <p>{t('linked_none')}</p>;
  const may = mayUnlink(ways);
  return (
    <>
      <ul className={styles.devices} data-testid="linked">
        {ways.linked.map(({ id, provider, email, linkedAt }) => (
          <li key={id}>
            <Icon name="lock" size={22} />
            <div>
              <p>{t(`provider_${provider}`)} {email && <bdi dir="ltr">{email}</bdi>}</p>
              <small>{t('linked_at', { date: format.dateTime(linkedAt, 'long') })}</small>
            </div>
            {may && <RemovalForm action={`${base}/providers/${id}/unlink`} id={`unlink-${id}`} label={t('unlink')} asksPassword={asksPassword} t={t} auth={auth} />}
          </li>
        ))}
      </ul>
      {!may && <p>{t('linked_last')}</p>}
    </>
  );
}
