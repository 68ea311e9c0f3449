import type { FoundCaptionFault } from '@/lib/video/captions/captions';

const prefix = 'captions ';
const mostTold = 8;

export type ToldFault = Pick<FoundCaptionFault, 'name' | 'line' | 'fault'>;

/** Captions that did not fit their film, as an upload's row keeps them until somebody reads it in some language. */
export const captionsErrorOf = (found: readonly FoundCaptionFault[]): string =>
  prefix + JSON.stringify(found.slice(0, mostTold).map(({ name, line, fault }): ToldFault => ({ name, line, fault })));

/** Null for an error of another kind. */
export const faultsOfError = (error: string | null): ToldFault[] | null => (error?.startsWith(prefix) ? (JSON.parse(error.slice(prefix.length)) as ToldFault[]) : null);
