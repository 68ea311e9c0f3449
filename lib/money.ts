import { numberOf } from './digits';
import { traitsOf, type Language } from './language';

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

/** Pounds as typed; the call gets piastres. What is no number stays text, as in `numberOf`. */
export function piastresOf(text: string): number | string | null {
  const pounds = numberOf(text);
  return typeof pounds === 'number' ? piastresFromPounds(pounds) : pounds;
}

export const poundsText = (piastres: number | null): string => (piastres === null ? '' : String(poundsFromPiastres(piastres)));
