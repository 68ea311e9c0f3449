import Link from 'next/link';
import type { ReactNode } from 'react';
import { classNames } from '../../../../_ui/class-names';
import { Icon } from '../../../../_ui/icon';
import { EmptyState } from '../../../../_ui/feedback/empty-state';
import { VisuallyHidden } from '../../../../_ui/text/visually-hidden';
import styles from './data-table.module.css';
import type { SortLink } from './sort-link';

/** `end`: numbers, compared at their last digit; `tight`: times and numbers that must not break; `wide`: has a line of its own on a phone. */
export interface Column { label: string; end?: boolean; tight?: boolean; wide?: boolean; sort?: SortLink }
export interface TableRow { key: string; href?: string | undefined; cells: ReactNode[]; /** Chooses the row for what is done with several (`ChooseRow`). */ choose?: ReactNode }

interface DataTableProps {
  caption: string;
  columns: Column[];
  rows: TableRow[];
  empty: ReactNode;
  /** What one can do about it, or when there will be something. */
  emptyHint?: ReactNode;
  emptyAction?: ReactNode;
}

/** On a phone each row is a card of labelled values; where it is wider than its place, it scrolls in its frame below its first column. A row with a page of its own is a link as a whole, named by its first cell. */
export function DataTable({ caption, columns, rows, empty, emptyHint, emptyAction }: DataTableProps) {
  if (rows.length === 0) return <EmptyState title={empty} action={emptyAction}>{emptyHint}</EmptyState>;
  const isChosen = rows.some(({ choose }) => choose !== undefined);
  const classOf = (column: Column | undefined) => classNames(column?.end && styles.end, column?.tight && styles.tight, column?.wide && styles.wide);
  return (
    <div className={styles.frame} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption><VisuallyHidden>{caption}</VisuallyHidden></caption>
        <thead>
          <tr>
            {isChosen && <td className={styles.choose} />}
            {columns.map((column, index) => <th key={column.label} scope="col" aria-sort={column.sort?.now} className={classNames(index === 0 && styles.name, classOf(column))}>{column.sort ? <SortedHeader label={column.label} sort={column.sort} /> : column.label}</th>)}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, href, cells, choose }) => (
            <tr key={key} className={href && styles.linked}>
              {isChosen && <td className={styles.choose}>{choose}</td>}
              {cells.map((cell, index) => (
                <td key={columns[index]?.label} data-label={columns[index]?.label} className={classNames(index === 0 && styles.name, classOf(columns[index]))}>
                  {index === 0 && href ? <Link className={styles.link} href={href} prefetch={false}>{cell}</Link> : cell}
                  {index > 0 && index === cells.length - 1 && href && <Link className={styles.cover} href={href} prefetch={false} tabIndex={-1} aria-hidden="true" />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const SortedHeader = ({ label, sort: { href, now } }: { label: string; sort: SortLink }) => (
  <Link href={href} className={styles.sort} prefetch={false}>{label}<Icon name="chevron" size={14} className={now === 'ascending' ? styles.up : now ? undefined : styles.unsorted} /></Link>
);
