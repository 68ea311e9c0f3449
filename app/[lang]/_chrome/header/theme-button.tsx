import { Icon } from '../../_ui/icon';
import styles from './header.module.css';

/** Follows the system until it is pressed; from then on the choice is stored. The head's script does it. */
export function ThemeButton({ label }: { label: string }) {
  return (
    <button type="button" className={styles.theme} aria-label={label} data-changes-theme="">
      <Icon name="sun" />
      <Icon name="moon" />
    </button>
  );
}
