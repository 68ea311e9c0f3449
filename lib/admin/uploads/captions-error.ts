import type { Translate } from '@/lib/i18n/translator';
import type { FoundCaptionFault } from '@/lib/video/captions/captions';

const prefix = 'captions ';
const mostReported = 8;

export type ReportedFault = Pick<FoundCaptionFault, 'name' | 'line' | 'fault'>;

/** What is wrong with an upload's captions, as its row stores it: codes, translated when read. */
export const captionsErrorOf = (found: readonly FoundCaptionFault[]): string =>
  prefix + JSON.stringify(found.slice(0, mostReported).map(({ name, line, fault }): ReportedFault => ({ name, line, fault })));

/** Null for an error of another kind. */
export const faultsOfError = (error: string | null): ReportedFault[] | null => (error?.startsWith(prefix) ? (JSON.parse(error.slice(prefix.length)) as ReportedFault[]) : null);

/** What an upload's `error` means, for people. One stored by an older version may have no text of its own. */
export function errorTextOf(t: Translate, error: string): string {
  const faults = faultsOfError(error);
  if (faults) return [t('admin.upload_captions_wrong'), ...faults.map(({ name, line, fault }) => t('admin.caption_fault', { name, line, fault: t(`admin.caption_${fault}`) }))].join('\n');
  const key = `admin.upload_error_${error.replaceAll('-', '_')}`;
  return /^[a-z-]+$/.test(error) && t.has(key) ? t(key) : t('admin.upload_error_ingest_failed');
}
