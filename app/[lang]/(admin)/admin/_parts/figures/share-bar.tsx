import styles from './share-bar.module.css';

/** A share as a bar with its number: the number says it, the bar lets rows be compared. */
export function ShareBar({ share, text }: { share: number; text: string }) {
  return (
    <span className={styles.share}>
      <svg className={styles.track} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={styles.all} width={100} height={6} />
        <rect className={styles.part} width={Math.min(100, share * 100)} height={6} />
      </svg>
      <bdi>{text}</bdi>
    </span>
  );
}
