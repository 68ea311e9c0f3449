import Link from 'next/link';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import type { readFormState } from '@/components/account/form-state';
import { Icon, type IconName, Khatam } from '@/components/ui/icon';
import type { SavedForm } from '@/lib/api/form-posts';
import { isEnabled } from '@/lib/content/enabled-features';
import { hasSeats } from '@/lib/orders/seats/seats';
import { type Actor, canEnterAdministration } from '@/lib/permissions';
import { getInitials } from '@/lib/person-name';
import styles from './profile-shell.module.css';
import menu from '@/components/ui/navigation/side-menu.module.css';

const pages: Array<{ component: string; label: string; icon: IconName }> = [
  { component: 'myCourses', label: 'my_courses', icon: 'book' },
  { component: 'notes', label: 'my_notes', icon: 'pencil' },
  { component: 'payments', label: 'my_payments', icon: 'card' },
  { component: 'team', label: 'team', icon: 'users' },
  { component: 'details', label: 'details', icon: 'user' },
  { component: 'reset-password', label: 'reset_password', icon: 'lock' },
  { component: 'security', label: 'security', icon: 'settings' },
];

interface ProfileShellProps {
  actor: Actor;
  lang: string;
  current: string;
  children: ReactNode;
}

export async function ProfileShell({ actor, lang, current, children }: ProfileShellProps) {
  const t = await getTranslations({ locale: lang, namespace: 'profile' });
  const hasNotes = await isEnabled('notes');
  const hasTeam = current === 'team' || (await hasSeats(actor));
  return (
    <div className={styles.shell}>
      <div className={styles.side}>
        <div className={styles.person}>
          <span className={styles.avatar} aria-hidden="true">
            <Khatam className={styles.khatam} />
            <span>{getInitials(actor.name)}</span>
          </span>
          <div>
            <p className={styles.name}>
              <bdi>{actor.name}</bdi>
            </p>
            <p className={styles.email} title={actor.email ?? undefined}>
              <bdi>{actor.email}</bdi>
            </p>
          </div>
        </div>
        <nav aria-label={t('menu')}>
          <ul className={menu.links}>
            {pages
              .filter(({ component }) => (component !== 'team' || hasTeam) && (component !== 'notes' || hasNotes))
              .map(({ component, label, icon }) => (
                <li key={component}>
                  <Link
                    href={`/${lang}/profile/${component}`}
                    aria-current={component === current ? 'page' : undefined}
                    prefetch={false}
                  >
                    <Icon name={icon} size={20} />
                    {t(label)}
                  </Link>
                </li>
              ))}
            {canEnterAdministration(actor.role) && (
              <li>
                <Link href={`/${lang}/admin`} prefetch={false}>
                  <Icon name="users" size={20} />
                  {t('administration')}
                </Link>
              </li>
            )}
            <li>
              <form method="post" action="/auth/logout">
                <button type="submit">
                  <Icon name="logout" size={20} />
                  {t('logout')}
                </button>
              </form>
            </li>
          </ul>
        </nav>
      </div>
      <div className={styles.content}>{children}</div>
    </div>
  );
}

/** Props of a section. The page awaits the section before sending anything, so that an error fails all of it (G5). */
export interface ProfileSectionProps {
  actor: Actor;
  state: Awaited<ReturnType<typeof readFormState>>;
}

export function savedText(saved: SavedForm | null, name: string): string | undefined {
  const typed = saved?.fields[name];
  return typeof typed === 'string' ? typed : undefined;
}
