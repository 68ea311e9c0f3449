import { type Language, traitsOf } from './language';
import { numberText, typedNumber } from './numbers';

/** Money is whole piastres (1 EGP = 100) everywhere; pounds exist only in content files and on screens. */
export const piastresFromPounds = (pounds: number): number => Math.round(pounds * 100);
export const poundsFromPiastres = (piastres: number): number => piastres / 100;

/** The only currency in which the shop sells. Other currencies arrive by mistake and are shown by their code. */
const shopCurrency = 'EGP';

/** Uses Latin digits, and decimals only if there are piastres (row D10). The API and structured data say `EGP`. */
export function moneyParts(
  piastres: number,
  lang: Language,
  currencyCode = shopCurrency,
): { amount: string; currency: string } {
  const decimals = piastres % 100 === 0 ? 0 : 2;
  const { numberLocale, currency } = traitsOf(lang);
  const amount = new Intl.NumberFormat(numberLocale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    numberingSystem: 'latn',
  }).format(poundsFromPiastres(piastres));
  return { amount, currency: currencyCode === shopCurrency ? currency : currencyCode };
}

/** Display amounts only with this function or the component `Money`. */
export function formatMoney(piastres: number, lang: Language, currencyCode = shopCurrency): string {
  const { amount, currency } = moneyParts(piastres, lang, currencyCode);
  return `${amount} ${currency}`;
}

/** Returns the text itself if it is unreadable or has fractions of a piastre. */
export function parsePiastres(text: string, lang: Language): number | string | null {
  const pounds = typedNumber(text, lang, 'money');
  if (typeof pounds !== 'number') return pounds;
  const piastres = piastresFromPounds(pounds);
  return Math.abs(piastres - pounds * 100) < 1e-6 ? piastres : text;
}

export const poundsText = (piastres: number | null, lang: Language): string =>
  piastres === null ? '' : numberText(poundsFromPiastres(piastres), lang, piastres % 100 === 0 ? 0 : 2);
