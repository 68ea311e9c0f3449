import type { getFormatter, getTranslations } from 'next-intl/server';
import { Button } from '../../../_ui/button';
import { Icon } from '../../../_ui/icon';
import styles from './section.module.css';
import { mayUnlink, type SignInMethods } from '@/lib/auth/providers/linked-providers';

interface LinkedListProps {
  ways: SignInMethods;
  /** Where this user's calls are. */
  base: string;
  t: Awaited<ReturnType<typeof getTranslations>>;
  format: Awaited<ReturnType<typeof getFormatter>>;
}

/** The providers that open this account; the last way in cannot be taken away. */
export function LinkedList({ ways, base, t, format }: LinkedListProps) {
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
            {may && (
              <form method="post" action={`${base}/providers/${id}/unlink`}>
                <Button type="submit" variant="quiet" size="small">{t('unlink')}</Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {!may && <p>{t('linked_last')}</p>}
    </>
  );
}
