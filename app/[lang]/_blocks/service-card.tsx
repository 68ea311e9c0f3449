import type { Service } from '@/lib/content/schema';
import { ArrowLink } from '../_ui/text-link';
import styles from './service-group.module.css';

type Props = { service: Service; href: string | null; label: string; fullLabel: string };

export function ServiceCard({ service, href, label, fullLabel }: Props) {
  return (
    <li className={styles.card}>
      <img src={service.imageIconPath} alt={service.imageAlt} width={64} height={64} loading="lazy" decoding="async" />
      <h3>{service.title}</h3>
      <p>{service.summary}</p>
      {href && <ArrowLink href={href} prefetch={false} aria-label={fullLabel}>{label}</ArrowLink>}
    </li>
  );
}
