import Link from 'next/link';
import type { ReactNode } from 'react';
import { EmptyState } from '../../../_ui/empty-state';
import styles from './data-table.module.css';

type Column = { label: string; end?: boolean };
export type TableRow = { key: string; href?: string | undefined; cells: ReactNode[] };

type DataTableProps = { caption: string; columns: Column[]; rows: TableRow[]; empty: ReactNode };

/** A table that becomes a list of cards on a phone; the first cell leads to the row's own page. */
export function DataTable({ caption, columns, rows, empty }: DataTableProps) {
  if (rows.length === 0) return <EmptyState title={empty} />;
  return (
    <div className={styles.frame}>
      <table className={styles.table}>
        <caption className={styles.caption}>{caption}</caption>
        <thead>
          <tr>{columns.map(({ label, end }) => <th key={label} scope="col" className={end ? styles.end : undefined}>{label}</th>)}</tr>
        </thead>
        <tbody>
          {rows.map(({ key, href, cells }) => (
            <tr key={key}>
              {cells.map((cell, index) => (
                <td key={columns[index]?.label} data-label={columns[index]?.label} className={columns[index]?.end ? styles.end : undefined}>
                  {index === 0 && href ? <Link className={styles.link} href={href} prefetch={false}>{cell}</Link> : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
