import type { FoundCaptionFault } from '@/lib/video/captions/captions';

const prefix = 'captions ';
const mostReported = 8;

export type ReportedFault = Pick<FoundCaptionFault, 'name' | 'line' | 'fault'>;

/** What is wrong with an upload's captions, as its row stores it: codes, translated when read. */
export const captionsErrorOf = (found: readonly FoundCaptionFault[]): string =>
  prefix + JSON.stringify(found.slice(0, mostReported).map(({ name, line, fault }): ReportedFault => ({ name, line, fault })));

/** Null for an error of another kind. */
export const faultsOfError = (error: string | null): ReportedFault[] | null => (error?.startsWith(prefix) ? (JSON.parse(error.slice(prefix.length)) as ReportedFault[]) : null);
