import { Icon } from '../_ui/icon';
import styles from './header.module.css';

/** Follows the system until it is pressed; from then on the choice is kept. What it does is in the head's script. */
export function ThemeButton({ label }: { label: string }) {
  return (
    <button type="button" className={styles.theme} aria-label={label} data-changes-theme="">
      <Icon name="sun" />
      <Icon name="moon" />
    </button>
  );
}
