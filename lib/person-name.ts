import { cleanLine, truncate } from './text';

/** Allows zero-width joiners (U+200C, U+200D), which belong to Persian and Indian spelling (V1, V7). */
const namePart = String.raw`(?:\p{L}\p{M}*[\u200c\u200d]?(?:\.[-\u2010\u2011]|[.'\u2018\u2019\-\u2010\u2011])?)+`;
/** Allows titles as written in Egypt: `د/ منى`, `أ.د/ أحمد`. */
const title = String.raw`(?:\p{Script=Arabic}[\p{Script=Arabic}.]{0,3}/\s*)?`;
const personName = new RegExp(`^${title}${namePart}(?:\\s+${namePart})*$`, 'u');

export const maxNameLength = 100;

export const isPersonName = (text: string): boolean => text.length <= maxNameLength && personName.test(text);

/** Matches a full stop beside a word of two letters or more, as in `Dr.Mona` but not in `J.R.` */
const stopBeforeWord = /\.(?=\p{L}\p{M}{0,8}\p{L})|(?<=\p{L}\p{M}{0,8}\p{L}\p{M}{0,8})\.(?=\p{L})/gu;

/** Longer texts are no names. They stay as they are, because normalising 60 kB of combining marks takes seconds. */
const maxTidyLength = 1000;

/** Writes `Dr.Mona` as `Dr. Mona`, because mail and PDF programs turn text such as `visit.example` into a link. */
export const tidyPersonName = (name: string): string =>
  name.length > maxTidyLength ? name : name.normalize('NFC').replace(stopBeforeWord, '. ').replace(/\s+/g, ' ');

export function personNameFrom(text: string): string {
  const parts = tidyPersonName(
    cleanLine(text).replace(/[^\p{L}\p{M}\u200c\u200d.'\u2018\u2019\-\u2010\u2011]+/gu, ' '),
  ).split(' ');
  const allowed = parts.map((part) => part.replace(/^[^\p{L}]+/u, '')).filter(isPersonName);
  return truncate(allowed.join(' '), maxNameLength).trim();
}

/** Puts a non-joiner and a thin space between Arabic initials, so that they neither join nor touch. */
export function getInitials(name: string): string {
  const letters = name
    .trim()
    .split(/\s+/)
    .slice(0, 2)
    .map((part) => /\p{L}/u.exec(part)?.[0] ?? '')
    .filter(Boolean);
  return letters.join(letters.some((letter) => /\p{Script=Arabic}/u.test(letter)) ? '\u200c\u2009' : '');
}
