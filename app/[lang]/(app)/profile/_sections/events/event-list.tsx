import type { getFormatter, getTranslations } from 'next-intl/server';
import { Icon } from '../../../../_ui/icon';
import styles from '../section.module.css';
import type { ListedEvent } from '@/lib/auth/security-events/list-security-events';

interface EventListProps {
  events: ListedEvent[];
  t: Awaited<ReturnType<typeof getTranslations>>;
  format: Awaited<ReturnType<typeof getFormatter>>;
}

/** What happened, with what came of it, on which device and when. */
export function EventList({ events, t, format }: EventListProps) {
  return (
    <ul className={styles.devices} data-testid="security-events">
      {events.map(({ event, at, device, details }) => (
        <li key={`${at.toISOString()} ${event}`}>
          <Icon name="clock" size={22} />
          <div>
            <p>{t(`event_${event.replaceAll('-', '_')}`)} <bdi>{details.to ?? details.provider ?? details.passkey ?? details.ended}</bdi></p>
            <small>{device && <><bdi>{device}</bdi> · </>}<time dateTime={at.toISOString()}>{format.dateTime(at, 'time')}</time></small>
          </div>
        </li>
      ))}
    </ul>
  );
}
