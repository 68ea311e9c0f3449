import type { ReactNode } from 'react';
import styles from './columns.module.css';

/** Two columns: what a page is about, and what belongs to it. On a narrow screen one below the other. */
export const Columns = ({ children }: { children: ReactNode }) => <div className={styles.columns}>{children}</div>;
