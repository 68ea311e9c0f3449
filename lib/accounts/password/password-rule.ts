import { commonPasswords } from './common-passwords';

const minPasswordLength = 10;
const maxPasswordLength = 128;

const runs = [
  'abcdefghijklmnopqrstuvwxyzabcdefghij',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
];
const reversedRuns = runs.map((run) => [...run].reverse().join(''));
const commonWords = new Set([
  'password',
  'passwort',
  'passwd',
  'qwerty',
  'qwertz',
  'azerty',
  'admin',
  'welcome',
  'letmein',
  'iloveyou',
  'abc',
  'user',
  'guest',
  'login',
  'test',
  'hello',
]);
const lookalikes: ReadonlyMap<string, string> = new Map([
  ['0', 'o'],
  ['1', 'l'],
  ['3', 'e'],
  ['4', 'a'],
  ['5', 's'],
  ['7', 't'],
  ['@', 'a'],
  ['$', 's'],
  ['!', 'i'],
]);

const isRepeated = (text: string): boolean => /^(.{1,4})\1+.{0,3}$/u.test(text);
const isRun = (text: string): boolean => [...runs, ...reversedRuns].some((run) => run.includes(text));

/** Normalising this much takes seconds if it consists of combining marks. No accepted password is as long. */
const maxNormalisedLength = 1000;

/** Keyboards encode the same letter in different ways, so passwords are normalised before hashing. */
export const normalisePassword = (password: string): string =>
  password.length > maxNormalisedLength ? password : password.normalize('NFKC');

const foldPassword = (text: string): string => normalisePassword(text).toLowerCase();

/** Recognises a word with the usual substitutions, such as `P@ssw0rd2026!`. */
export function isDisguisedWord(password: string, words: ReadonlySet<string>): boolean {
  const trimmed = foldPassword(password)
    .replace(/[^\p{L}\p{M}]+$/u, '')
    .replace(/^[^\p{L}\p{M}]+/u, '');
  return words.has(trimmed) || words.has([...trimmed].map((letter) => lookalikes.get(letter) ?? letter).join(''));
}

export function checkPasswordRule(password: string): 'password_short' | 'password_long' | 'password_common' | null {
  const length = [...normalisePassword(password)].length;
  if (length < minPasswordLength) return 'password_short';
  if (length > maxPasswordLength) return 'password_long';
  const text = foldPassword(password);
  return commonPasswords.has(text) || isRepeated(text) || isRun(text) || isDisguisedWord(text, commonWords)
    ? 'password_common'
    : null;
}
