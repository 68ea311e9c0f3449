import { traitsOf, type Language } from './language';
import { numberText, typedNumber } from './numbers';

/** Money is whole piastres (1 EGP = 100) everywhere; pounds exist only in content files and on screens. */
export const piastresFromPounds = (pounds: number): number => Math.round(pounds * 100);
export const poundsFromPiastres = (piastres: number): number => piastres / 100;

/** What the shop sells in; money of another currency only ever arrives by mistake. */
const shopCurrency = 'EGP';

/** `1,299`, `1,299.50` beside `L.E` (row D10; the API and structured data say `EGP`): pounds in Latin digits, two decimals only when there are piastres. */
export function moneyParts(piastres: number, lang: Language, currencyCode = shopCurrency): { amount: string; currency: string } {
  const decimals = piastres % 100 === 0 ? 0 : 2;
  const { numberLocale, currency } = traitsOf(lang);
  const amount = new Intl.NumberFormat(numberLocale, {
    minimumFractionDigits: decimals, maximumFractionDigits: decimals, numberingSystem: 'latn',
  }).format(poundsFromPiastres(piastres));
  return { amount, currency: currencyCode === shopCurrency ? currency : currencyCode };
}

/** `1,299 L.E`. Every displayed amount comes from here or from `Money`, which uses the same parts. */
export function formatMoney(piastres: number, lang: Language, currencyCode = shopCurrency): string {
  const { amount, currency } = moneyParts(piastres, lang, currencyCode);
  return `${amount} ${currency}`;
}

/** Pounds as typed; the call gets piastres. As `typedNumber`: what cannot be read, and a part of a piastre, stays text. */
export function piastresOf(text: string, lang: Language): number | string | null {
  const pounds = typedNumber(text, lang, 'money');
  if (typeof pounds !== 'number') return pounds;
  const piastres = piastresFromPounds(pounds);
  return Math.abs(piastres - pounds * 100) < 1e-6 ? piastres : text;
}

/** As a field shows it. */
export const poundsText = (piastres: number | null, lang: Language): string =>
  (piastres === null ? '' : numberText(poundsFromPiastres(piastres), lang, piastres % 100 === 0 ? 0 : 2));
