import { messageKey } from '@/lib/i18n/message-key';
import type { Translate } from '@/lib/i18n/messages';
import type { CaptionFileFault } from '@/lib/lessons/captions/captions';

const prefix = 'captions ';
export const maxReportedFaults = 8;

export type ReportedFault = Pick<CaptionFileFault, 'name' | 'line' | 'fault'>;

export const captionsErrorOf = (found: readonly CaptionFileFault[]): string =>
  prefix +
  JSON.stringify(
    found.slice(0, maxReportedFaults).map(({ name, line, fault }): ReportedFault => ({ name, line, fault })),
  );

export const faultsOfError = (error: string | null): ReportedFault[] | null =>
  error?.startsWith(prefix) ? (JSON.parse(error.slice(prefix.length)) as ReportedFault[]) : null;

/** Translates an upload's `error`. Older rows may hold codes that no longer have a text. */
export function translateCaptionsError(t: Translate, error: string): string {
  const faults = faultsOfError(error);
  if (faults)
    return [
      t('admin.upload_captions_wrong'),
      ...faults.map(({ name, line, fault }) =>
        t('admin.caption_fault', { name, line, fault: t(`admin.caption_${fault}`) }),
      ),
    ].join('\n');
  const key = `admin.upload_error_${messageKey(error)}`;
  return /^[a-z-]+$/.test(error) && t.has(key) ? t(key) : t('admin.upload_error_ingest_failed');
}
