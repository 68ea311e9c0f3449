import Link from 'next/link';
import { initialsOf } from '@/lib/person-name';
import { Icon } from '../../_ui/icon';
import { PopoverMenu } from '../../_ui/navigation/popover-menu';
import styles from './account-menu.module.css';

interface Props { name: string; email: string | null; siteUrl: string; labels: { account: string; toSite: string; signOut: string } }

/** Who is signed in, with the ways out. */
export function AccountMenu({ name, email, siteUrl, labels }: Props) {
  return (
    <PopoverMenu
      id="account" buttonClass={styles.button} label={labels.account}
      button={(
        <>
          <span className={styles.initials} aria-hidden="true">{initialsOf(name)}</span>
          <span className={styles.shownName} dir="auto">{name}</span>
          <Icon name="chevron" size={16} />
        </>
      )}
    >
      <p className={styles.person}>
        <bdi className={styles.name}>{name}</bdi>
        {email && <bdi className={styles.email}>{email}</bdi>}
      </p>
      <Link href={siteUrl} prefetch={false}><Icon name="globe" size={20} />{labels.toSite}</Link>
      <form method="post" action="/auth/logout">
        <button type="submit"><Icon name="logout" size={20} />{labels.signOut}</button>
      </form>
    </PopoverMenu>
  );
}
