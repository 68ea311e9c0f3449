import Link from 'next/link';
import { initialsOf } from '@/lib/person-name';
import { Icon } from '../../_ui/icon';
import styles from './account-menu.module.css';

interface Props { name: string; email: string | null; siteUrl: string; labels: { account: string; toSite: string; signOut: string } }

/** Who is signed in, with the ways out. */
export function AccountMenu({ name, email, siteUrl, labels }: Props) {
  return (
    <>
      <button type="button" popoverTarget="account" className={styles.button} aria-label={labels.account}>
        <span className={styles.initials} aria-hidden="true">{initialsOf(name)}</span>
        <span className={styles.shownName}><bdi>{name}</bdi></span>
        <Icon name="chevron" size={16} />
      </button>
      <div id="account" popover="auto" className={styles.menu}>
        <p className={styles.person}>
          <bdi className={styles.name}>{name}</bdi>
          {email && <bdi className={styles.email}>{email}</bdi>}
        </p>
        <Link href={siteUrl} prefetch={false} className={styles.choice}><Icon name="globe" size={20} />{labels.toSite}</Link>
        <form method="post" action="/auth/logout">
          <button type="submit" className={styles.choice}><Icon name="logout" size={20} />{labels.signOut}</button>
        </form>
      </div>
    </>
  );
}
