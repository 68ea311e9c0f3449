import { cleanLine } from './single-line';
import { truncate } from './truncate';

/**
 * V1, V7: letters of any script with their marks; hyphen, apostrophe (straight or typographic) and full stop
 * between or after letters, also `.-` as in `J.-P.`. The zero-width joiners (U+200C, U+200D) are part of Persian and Indian spelling.
 */
const namePart = String.raw`(?:\p{L}\p{M}*[\u200c\u200d]?(?:\.[-\u2010\u2011]|[.'\u2018\u2019\-\u2010\u2011])?)+`;
const personName = new RegExp(`^${namePart}(?:\\s+${namePart})*$`, 'u');

const longestName = 100;

/** @param text already trimmed */
export const isPersonName = (text: string): boolean => text.length <= longestName && personName.test(text);

/** The stored form: composed characters, single spaces. */
export const tidyPersonName = (name: string): string => name.normalize('NFC').replace(/\s+/g, ' ');

/**
 * What the name rule allows of a name that was not typed here or is older than the rule. A full stop before a longer word is followed by a
 * space, since mail programs turn `visit.example` into a link.
 */
export function personNameFrom(text: string): string {
  const parts = cleanLine(text).replace(/[^\p{L}\p{M}\u200c\u200d.'\u2018\u2019\-\u2010\u2011]+/gu, ' ').replace(/\.(?=\p{L}{2})/gu, '. ').split(' ');
  const allowed = parts.map((part) => part.replace(/^[^\p{L}]+/u, '')).filter(isPersonName);
  return truncate(tidyPersonName(allowed.join(' ')), longestName).trim();
}

/** The initials of the first two names. Arabic letters would join: a non-joiner separates them, a thin space keeps them from touching. */
export function initialsOf(name: string): string {
  const letters = name.trim().split(/\s+/).slice(0, 2).map((part) => /\p{L}/u.exec(part)?.[0] ?? '').filter(Boolean);
  return letters.join(letters.some((letter) => /\p{Script=Arabic}/u.test(letter)) ? '\u200c\u2009' : '');
}
