import type { getFormatter, getTranslations } from 'next-intl/server';
import { Badge } from '../../../_ui/text/badge';
import { Button } from '../../../_ui/button';
import { Icon } from '../../../_ui/icon';
import styles from './section.module.css';
import type { SignedInDevice } from '@/lib/auth/sessions/list-sessions';

interface DeviceListProps {
  devices: SignedInDevice[];
  /** Where this user's calls are. */
  base: string;
  t: Awaited<ReturnType<typeof getTranslations>>;
  format: Awaited<ReturnType<typeof getFormatter>>;
}

/** Each device with a sign-out of its own, and one for all. */
export function DeviceList({ devices, base, t, format }: DeviceListProps) {
  return (
    <>
      <ul className={styles.devices}>
        {devices.map(({ sessionId, device, signedInAt, lastSeenAt, current }) => (
          <li key={sessionId}>
            <Icon name="globe" size={22} />
            <div>
              <p>
                <bdi>{device ?? t('device_unknown')}</bdi> {current && <Badge>{t('this_device')}</Badge>}
              </p>
              <small>
                {t('signed_in_at', { date: format.dateTime(signedInAt, 'long') })} · {t('last_seen', { date: format.dateTime(lastSeenAt, 'time') })}
              </small>
            </div>
            {!current && (
              <form method="post" action={`${base}/sessions/${sessionId}/end`}>
                <Button type="submit" variant="quiet" size="small">{t('sign_out_device')}</Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <form method="post" action={`${base}/sessions/end-all`}>
        <Button type="submit" variant="secondary" icon="logout">{t('sign_out_everywhere')}</Button>
      </form>
    </>
  );
}
