/** Money is whole piastres (1 EGP = 100) everywhere; pounds exist only in content files and on screens. */
export const piastresFromPounds = (pounds: number): number => Math.round(pounds * 100);
export const poundsFromPiastres = (piastres: number): number => piastres / 100;

/** `1299`, `1,299.50`: pounds in Latin digits, two decimals only when there are piastres. */
export function formatPounds(piastres: number, lang = 'en'): string {
  const decimals = piastres % 100 === 0 ? 0 : 2;
  const locale = lang === 'de' ? 'de-DE' : 'en';
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: decimals, maximumFractionDigits: decimals, numberingSystem: 'latn',
  }).format(poundsFromPiastres(piastres));
}
