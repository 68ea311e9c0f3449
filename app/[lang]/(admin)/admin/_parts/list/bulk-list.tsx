import { readBulkResult } from '@/lib/api/bulk-answer';
import { savedFormOfPage } from '@/lib/api/saved-form';
import { Notice } from '../../../../_ui/feedback/notice';
import { VisuallyHidden } from '../../../../_ui/text/visually-hidden';
import type { AdminTexts } from '../page/admin-page';
import { BulkBar, type BulkAction } from './bulk-bar';
import { bulkForm } from './bulk-form';
import styles from './bulk-bar.module.css';

interface BulkListProps {
  t: AdminTexts;
  action: string;
  actions: readonly BulkAction[];
  /** How many rows the page shows. */
  rows: number;
  /** The page's query. */
  asked: Record<string, string>;
}

/** What came of the last change of several rows, and the bar for the next; rows are chosen by `ChooseRow` (row O11). */
export async function BulkList({ t, action, actions, rows, asked }: BulkListProps) {
  const labels = { bar: t('bulk_bar'), all: t('bulk_all'), hint: t('bulk_hint'), chosen: Array.from({ length: rows + 1 }, (_, count) => t('bulk_chosen', { count })) };
  return (
    <>
      {asked.changed !== undefined && <Result t={t} />}
      {asked.error !== undefined && <Notice tone="danger" alert>{(await savedFormOfPage()).errors.rows?.[0] ?? t('failed_call')}</Notice>}
      {rows > 0 && <BulkBar action={action} actions={actions} labels={labels} />}
    </>
  );
}

async function Result({ t }: { t: AdminTexts }) {
  const result = await readBulkResult();
  if (!result) return null;
  const { changed, failed, unchanged } = result;
  return (
    <>
      {changed > 0 && <Notice tone="success" alert>{t('bulk_changed', { count: changed })}</Notice>}
      {failed > 0 && (
        <Notice tone="danger" alert>
          <p>{t('bulk_unchanged', { count: failed })}</p>
          <ul>{unchanged.map(({ id, name, reason }) => <li key={id}><bdi>{name}</bdi>: {reason}</li>)}</ul>
        </Notice>
      )}
    </>
  );
}

interface ChooseRowProps { id: string; /** What is changed is what was seen. */ version?: string; label: string }

/** Chooses a row for the bar. */
export function ChooseRow({ id, version = '', label }: ChooseRowProps) {
  return (
    <label className={styles.choose}>
      <input type="checkbox" name={`rows.${id}`} value={version} form={bulkForm} autoComplete="off" />
      <VisuallyHidden>{label}</VisuallyHidden>
    </label>
  );
}
