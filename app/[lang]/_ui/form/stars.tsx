import { classNames } from '../class-names';
import { Icon } from '../icon';
import styles from './rating.module.css';

interface Props { /** What the picture says, such as '3 of 5 stars'. */ label: string; value: number; stars?: number }

/** Row L6: a rating to be read, as a picture with a name. */
export const Stars = ({ label, value, stars = 5 }: Props) => (
  <span className={styles.shown} role="img" aria-label={label}>
    {Array.from({ length: stars }, (_, index) => <Icon key={index} name="star" size={22} className={classNames(index < value && styles.lit)} />)}
  </span>
);
