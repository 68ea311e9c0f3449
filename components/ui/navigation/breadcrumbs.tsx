import Link from 'next/link';
import { Icon } from '@/components/ui/icon';
import styles from './breadcrumbs.module.css';

export interface Crumb {
  label: string;
  href?: string;
}

export function Breadcrumbs({ label, crumbs }: { label: string; crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label={label}>
      <ol className={styles.crumbs}>
        {crumbs.map((crumb, index) => (
          <li key={crumb.label} className={styles.crumb}>
            {index > 0 && <Icon name="chevron" size={14} className={styles.separator} />}
            {crumb.href ? (
              <Link href={crumb.href} prefetch={false} dir="auto">
                {crumb.label}
              </Link>
            ) : (
              <span aria-current="page" dir="auto">
                {crumb.label}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
