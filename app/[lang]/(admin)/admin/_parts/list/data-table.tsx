import Link from 'next/link';
import type { ReactNode } from 'react';
import { classNames } from '../../../../_ui/class-names';
import { EmptyState } from '../../../../_ui/feedback/empty-state';
import { VisuallyHidden } from '../../../../_ui/text/visually-hidden';
import styles from './data-table.module.css';

/** `end`: numbers, compared at their last digit; `tight`: times and numbers that must not break. */
interface Column { label: string; end?: boolean; tight?: boolean }
export interface TableRow { key: string; href?: string | undefined; cells: ReactNode[]; /** Chooses the row for what is done with several (`ChooseRow`). */ choose?: ReactNode }

interface DataTableProps { caption: string; columns: Column[]; rows: TableRow[]; empty: ReactNode }

/** A table that becomes a list of cards on a phone, and where it is wider than its place scrolls in its frame below its first column; a row with a page of its own is a link as a whole, named by its first cell. */
export function DataTable({ caption, columns, rows, empty }: DataTableProps) {
  if (rows.length === 0) return <EmptyState title={empty} />;
  const isChosen = rows.some(({ choose }) => choose !== undefined);
  const classOf = (column: Column | undefined) => classNames(column?.end && styles.end, column?.tight && styles.tight);
  return (
    <div className={styles.frame} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption><VisuallyHidden>{caption}</VisuallyHidden></caption>
        <thead>
          <tr>
            {isChosen && <td />}
            {columns.map((column, index) => <th key={column.label} scope="col" className={classNames(index === 0 && styles.name, classOf(column))}>{column.label}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, href, cells, choose }) => (
            <tr key={key} className={href && styles.linked}>
              {isChosen && <td className={styles.choose}>{choose}</td>}
              {cells.map((cell, index) => (
                <td key={columns[index]?.label} data-label={columns[index]?.label} className={classNames(index === 0 && styles.name, classOf(columns[index]))}>
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
