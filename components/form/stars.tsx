import { classNames } from '@/components/ui/class-names';
import { Icon } from '@/components/ui/icon';
import styles from './rating.module.css';

interface Props {
  label: string;
  value: number;
  stars?: number;
}

export const Stars = ({ label, value, stars = 5 }: Props) => (
  <span className={styles.shown} role="img" aria-label={label}>
    {Array.from({ length: stars }, (_, index) => (
      <Icon key={index} name="star" size={22} className={classNames(index < value && styles.lit)} />
    ))}
  </span>
);
