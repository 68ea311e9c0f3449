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
const backwards = runs.map((run) => [...run].reverse().join(''));
const roots = new Set([
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
const looksLike: ReadonlyMap<string, string> = new Map([
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
const isRun = (text: string): boolean => [...runs, ...backwards].some((run) => run.includes(text));

/** Normalising this much takes seconds if it consists of combining marks. No accepted password is as long. */
const maxNormalisedLength = 1000;

/** Keyboards encode the same letter in different ways, so passwords are normalised before hashing. */
export const normalisedPassword = (password: string): string =>
  password.length > maxNormalisedLength ? password : password.normalize('NFKC');

const folded = (text: string): string => normalisedPassword(text).toLowerCase();

/** Recognises a word with the usual substitutions, such as `P@ssw0rd2026!`. */
export function isDisguisedWord(password: string, words: ReadonlySet<string>): boolean {
  const trimmed = folded(password)
    .replace(/[^\p{L}\p{M}]+$/u, '')
    .replace(/^[^\p{L}\p{M}]+/u, '');
  return words.has(trimmed) || words.has([...trimmed].map((letter) => looksLike.get(letter) ?? letter).join(''));
}

export function checkPasswordRule(password: string): 'password_short' | 'password_long' | 'password_common' | null {
  const length = [...normalisedPassword(password)].length;
  if (length < minPasswordLength) return 'password_short';
  if (length > maxPasswordLength) return 'password_long';
  const text = folded(password);
  return commonPasswords.has(text) || isRepeated(text) || isRun(text) || isDisguisedWord(text, roots)
    ? 'password_common'
    : null;
}
