import { classNames } from '@/components/ui/class-names';
import styles from './prose.module.css';

interface ProseProps {
  /** Must be sanitised (lib/content, lib/articles). */
  html: string;
  className?: string;
}

export const Prose = ({ html, className }: ProseProps) => (
  <div className={classNames(styles.prose, className)} dangerouslySetInnerHTML={{ __html: html }} />
);
