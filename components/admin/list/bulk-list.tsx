import type { AdminTexts } from '@/components/admin/page/admin-page';
import { Notice } from '@/components/ui/feedback/notice';
import { VisuallyHidden } from '@/components/ui/text/visually-hidden';
import { readBulkResult, readSavedFormOfPage } from '@/lib/api/form-posts';
import { type BulkAction, BulkBar } from './bulk-bar';
import { bulkForm } from './bulk-form';
import styles from './bulk-bar.module.css';

interface BulkListProps {
  t: AdminTexts;
  action: string;
  actions: readonly BulkAction[];
  rows: number;
  query: Record<string, string>;
}

export async function BulkList({ t, action, actions, rows, query }: BulkListProps) {
  return (
    <>
      {query.changed !== undefined && <Result t={t} />}
      {query.error !== undefined && (
        <Notice tone="danger" alert>
          {(await readSavedFormOfPage()).errors.rows?.[0] ?? t('failed_call')}
        </Notice>
      )}
      {rows > 0 && <BulkBar action={action} actions={actions} total={rows} />}
    </>
  );
}

async function Result({ t }: { t: AdminTexts }) {
  const result = await readBulkResult();
  if (!result) return null;
  const { changed, failed, unchanged } = result;
  return (
    <>
      {changed > 0 && (
        <Notice tone="success" alert>
          {t('bulk_changed', { count: changed })}
        </Notice>
      )}
      {failed > 0 && (
        <Notice tone="danger" alert>
          <p>{t('bulk_unchanged', { count: failed })}</p>
          <ul>
            {unchanged.map(({ id, name, reason }) => (
              <li key={id}>
                <bdi>{name}</bdi>: {reason}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

interface RowCheckboxProps {
  id: string;
  /** The version shown to the admin. The server changes the row only if it is still current. */
  version?: string;
  label: string;
}

export function RowCheckbox({ id, version = '', label }: RowCheckboxProps) {
  return (
    <label className={styles.choose}>
      <input type="checkbox" name={`rows.${id}`} value={version} form={bulkForm} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </label>
  );
}
