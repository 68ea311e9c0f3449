import { testCards } from '../payments/scenarios';
import type { labelsOf } from './labels';

type Labels = ReturnType<typeof labelsOf>;

const arabicZeros = [0x0660, 0x06f0];

/** Digits typed on an Arabic keyboard count as digits. */
export const latinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - (arabicZeros.findLast((zero) => code >= zero) ?? 0));
  });

export function passesLuhn(digits: string): boolean {
  let sum = 0;
  [...digits].reverse().forEach((digit, i) => {
    const value = Number(digit) * (i % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return sum % 10 === 0;
}

export function isFutureExpiry(text: string, now: number): boolean {
  const [, month, year] = /^(\d{2})\s*\/?\s*(\d{2})$/.exec(text.trim()) ?? [];
  if (!month || !year || Number(month) < 1 || Number(month) > 12) return false;
  return Date.UTC(2000 + Number(year), Number(month), 1) > now;
}

/** What is wrong with a card form, by field. Only the listed test numbers are ever taken. */
export function cardErrors(values: Record<string, string>, labels: Labels, now: number): Record<string, string> {
  const errors: Record<string, string> = {};
  const number = (values.number ?? '').replace(/[\s-]/g, '');
  if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) errors.number = labels.badNumber;
  else if (!testCards.some(({ pan }) => pan === number)) errors.number = labels.unknownCard;
  if (!values.holder?.trim()) errors.holder = labels.badHolder;
  if (!isFutureExpiry(values.expiry ?? '', now)) errors.expiry = labels.badExpiry;
  if (!/^\d{3}$/.test(values.cvv ?? '')) errors.cvv = labels.badCvv;
  return errors;
}

export const walletErrors = (values: Record<string, string>, labels: Labels): Record<string, string> =>
  /^01\d{9}$/.test(values.phone ?? '') ? {} : { phone: labels.badPhone };
