import styles from './footer.module.css';

/** A row of pointed arches, as on an arcade, over which the footer begins; the line shows them on a section as dark as the footer. */
export function Wave() {
  return (
    <svg className={styles.wave} width="100%" height="28" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="arcade" width="56" height="28" patternUnits="userSpaceOnUse">
          <path d="M0 28V22C14 20 25 12 28 0c3 12 14 20 28 22v6z" fill="currentColor" />
          <path className={styles.line} d="M0 22.5C14 20.5 25 12.5 28 1c3 11.5 14 19.5 28 21.5" fill="none" />
        </pattern>
      </defs>
      <rect width="100%" height="28" fill="url(#arcade)" />
    </svg>
  );
}
