'use client';

import { Icon } from '../_ui/icon';
import styles from './header.module.css';

/** Follows the system until it is pressed; from then on the choice is kept. */
export function ThemeButton({ label }: { label: string }) {
  return (
    <button type="button" className={styles.theme} aria-label={label} onClick={changeTheme}>
      <Icon name="sun" />
      <Icon name="moon" />
    </button>
  );
}

function changeTheme() {
  const { dataset } = document.documentElement;
  const dark = dataset.theme ? dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  dataset.theme = dark ? 'light' : 'dark';
  localStorage.setItem('theme', dataset.theme);
}
