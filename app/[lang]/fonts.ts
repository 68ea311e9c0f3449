import { type Language, traitsOf } from '@/lib/language';

const latin = '/assets/fonts/readex-pro-latin.7e28b330.woff2';
const arabic = '/assets/fonts/readex-pro-arabic.9cb6296d.woff2';

export const fontsOf = (lang: Language): readonly string[] =>
  traitsOf(lang).script === 'arabic' ? [arabic, latin] : [latin];
