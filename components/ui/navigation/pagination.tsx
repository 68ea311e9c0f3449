import { ButtonLink } from '@/components/ui/button';
import { PendingSpinner } from './pending-spinner';
import styles from './pagination.module.css';

interface PaginationProps {
  label: string;
  previous?: { href: string; label: string } | undefined;
  next?: { href: string; label: string } | undefined;
  position?: string;
}

export function Pagination({ label, previous, next, position }: PaginationProps) {
  if (!previous && !next) return null;
  return (
    <nav aria-label={label} className={styles.pagination}>
      <span>
        {previous && (
          <ButtonLink variant="secondary" href={previous.href} rel="prev" prefetch={false} icon="arrow-left">
            <PendingSpinner />
            {previous.label}
          </ButtonLink>
        )}
      </span>
      {position && <span className={styles.position}>{position}</span>}
      <span>
        {next && (
          <ButtonLink variant="secondary" href={next.href} rel="next" prefetch={false} iconEnd="arrow">
            {next.label}
            <PendingSpinner />
          </ButtonLink>
        )}
      </span>
    </nav>
  );
}
