import styles from './skip-link.module.css';

export const SkipLink = ({ label }: { label: string }) => <a href="#content" className={styles.link}>{label}</a>;
