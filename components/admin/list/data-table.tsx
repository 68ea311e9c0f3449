import Link from 'next/link';
import type { ReactNode } from 'react';
import type { AdminContext, AdminTexts } from '@/components/admin/page/admin-page';
import { Field, Select } from '@/components/form/field';
import { Button, ButtonLink } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Icon } from '@/components/ui/icon';
import { Pagination } from '@/components/ui/navigation/pagination';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import styles from './data-table.module.css';
import filterBarStyles from './filter-bar.module.css';

/** `end`: right-aligned numbers. `tight`: never wraps. `wide`: takes a whole line on a phone. */
export interface Column {
  label: string;
  end?: boolean;
  tight?: boolean;
  wide?: boolean;
  sort?: SortLink;
}
interface TableRow {
  key: string;
  href?: string | undefined;
  cells: ReactNode[];
  choose?: ReactNode;
}

interface DataTableProps {
  caption: string;
  columns: Column[];
  rows: TableRow[];
  empty: ReactNode;
  emptyHint?: ReactNode;
  emptyAction?: ReactNode;
}

export function DataTable({ caption, columns, rows, empty, emptyHint, emptyAction }: DataTableProps) {
  if (rows.length === 0)
    return (
      <EmptyState title={empty} action={emptyAction}>
        {emptyHint}
      </EmptyState>
    );
  const isChosen = rows.some(({ choose }) => choose !== undefined);
  const classOf = (column: Column | undefined) =>
    classNames(column?.end && styles.end, column?.tight && styles.tight, column?.wide && styles.wide);
  return (
    <div className={styles.frame} role="region" aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {isChosen && <td className={styles.choose} />}
            {columns.map((column, index) => (
              <th
                key={column.label}
                scope="col"
                aria-sort={column.sort?.now}
                className={classNames(index === 0 && styles.name, classOf(column))}
              >
                {column.sort ? <SortedHeader label={column.label} sort={column.sort} /> : column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, href, cells, choose }) => (
            <tr key={key} className={href && styles.linked}>
              {isChosen && <td className={styles.choose}>{choose}</td>}
              {cells.map((cell, index) => (
                <td
                  key={columns[index]?.label}
                  data-label={columns[index]?.label}
                  className={classNames(index === 0 && styles.name, classOf(columns[index]))}
                >
                  {index === 0 && href ? (
                    <Link className={styles.link} href={href} prefetch={false}>
                      {cell}
                    </Link>
                  ) : (
                    cell
                  )}
                  {index > 0 && index === cells.length - 1 && href && (
                    <Link className={styles.cover} href={href} prefetch={false} tabIndex={-1} aria-hidden="true" />
                  )}
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
  <Link href={href} className={styles.sort} prefetch={false}>
    {label}
    <Icon name="chevron" size={14} className={now === 'ascending' ? styles.up : now ? undefined : styles.unsorted} />
  </Link>
);

interface SortLink {
  href: string;
  now: 'ascending' | 'descending' | undefined;
}

interface Sorting {
  path: string;
  query: Record<string, string>;
  sort: string;
  ascending: string;
  descending: string;
}

export function sortLink({ path, query, sort, ascending, descending }: Sorting): SortLink {
  const next = sort === descending ? ascending : descending;
  return {
    href: `${path}?${new URLSearchParams({ ...query, sort: next })}`,
    now: sort === descending ? 'descending' : sort === ascending ? 'ascending' : undefined,
  };
}

interface FilterBarProps {
  action: string;
  submit: string;
  search?: { label: string; value: string };
  choice?: { name: string; label: string; value: string; options: Array<{ value: string; label: string }> };
}

/** Uses a GET form, so that filters can be bookmarked and work without JavaScript. */
export function FilterBar({ action, submit, search, choice }: FilterBarProps) {
  return (
    <form method="get" action={action} className={filterBarStyles.bar} role="search">
      {search && <Field name="q" type="search" label={search.label} defaultValue={search.value} />}
      {choice && (
        <Select name={choice.name} label={choice.label} defaultValue={choice.value}>
          {choice.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
      <Button type="submit" variant="secondary" icon="search">
        {submit}
      </Button>
    </form>
  );
}

interface AdminPaginationProps {
  t: AdminTexts;
  path: string;
  query: Record<string, string>;
  page: number;
  hasNext: boolean;
}

export function AdminPagination({ t, path, query, page, hasNext }: AdminPaginationProps) {
  const pageLink = (number: number, label: string) => ({
    href: `${path}?${new URLSearchParams({ ...query, page: String(number) })}`,
    label,
  });
  return (
    <Pagination
      label={t('pages')}
      position={t('page', { page })}
      previous={page > 1 ? pageLink(page - 1, t('page_previous')) : undefined}
      next={hasNext ? pageLink(page + 1, t('page_next')) : undefined}
    />
  );
}

/** @param name of the list in the messages `admin.no_{name}` and `admin.no_{name}_hint` */
export function noRowsYetTexts(t: AdminTexts, name: string, begin?: ReactNode) {
  return { empty: t(`no_${name}`), emptyHint: t(`no_${name}_hint`), emptyAction: begin };
}

export function emptyListTexts(t: AdminTexts, name: string, path: string, isFiltered: boolean, begin?: ReactNode) {
  if (!isFiltered) return noRowsYetTexts(t, name, begin);
  return {
    empty: t(`no_${name}_found`),
    emptyHint: t('empty_filtered'),
    emptyAction: (
      <ButtonLink variant="secondary" href={path} prefetch={false}>
        {t('show_all')}
      </ButtonLink>
    ),
  };
}

export const TruncationNote = ({ t, count, limit }: Pick<AdminContext, 't'> & { count: number; limit: number }) =>
  count < limit ? null : <p>{t('newest_only', { count: limit })}</p>;
