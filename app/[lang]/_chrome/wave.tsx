import styles from './footer.module.css';

/** A row of pointed arches, as on an arcade, over which the footer begins. */
export function Wave() {
  return (
    <svg className={styles.wave} width="100%" height="28" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="arcade" width="56" height="28" patternUnits="userSpaceOnUse">
          <path d="M0 28V22C14 20 25 12 28 0c3 12 14 20 28 22v6z" fill="currentColor" />
        </pattern>
      </defs>
      <rect width="100%" height="28" fill="url(#arcade)" />
    </svg>
  );
}
