import type { Answers } from '../handler';

/** What the documentation says about a call besides its route and its handler's options. */
export interface Operation {
  /** Verb and noun, unique among all calls: generated clients name their function by it. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Query parameters that have no schema, with their meaning. */
  readonly query?: Readonly<Record<string, string>>;
  /** Headers of the successful answer. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of a call that reads it by itself: its media type. */
  readonly bodyType?: string;
  /** Statuses of problems that neither access nor body explain. */
  readonly problems?: readonly number[];
  /** Where no handler declares them: files that Next answers, and what the server adds. */
  readonly answers?: Answers;
}

/** Of files, which the server sends: by conditions and ranges without content. */
export const fileAnswers: Answers = { 304: null, 412: null, 416: null };

/** Of calls that answer a page of a list. */
export const listHeaders = { Link: 'rel=next and rel=prev' };
