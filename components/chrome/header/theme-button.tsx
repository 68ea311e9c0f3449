import { Icon } from '@/components/ui/icon';
import styles from './header.module.css';

export function ThemeButton({ label }: { label: string }) {
  return (
    <button type="button" className={styles.theme} aria-label={label} data-changes-theme="">
      <Icon name="sun" />
      <Icon name="moon" />
    </button>
  );
}
