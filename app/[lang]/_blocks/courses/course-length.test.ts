import { readFileSync } from 'node:fs';
import { createTranslator } from 'next-intl';
import { expect, test } from 'vitest';
import type { Language } from '@/lib/language';
import { lengthOf } from './course-length';

const inLanguage = (lang: Language, seconds: number): string => {
  const messages = JSON.parse(readFileSync(`content/midan/i18n/${lang}.json`, 'utf8')) as { catalogue: Record<string, string> };
  const t = createTranslator({ locale: lang, messages: messages.catalogue });
  return lengthOf(seconds, (key, values) => t(key, values));
};

test.each([
  ['en', 20, 'under 1 min'], ['en', 166, '3 min'], ['en', 3600, '1 h'], ['en', 11_990, '3 h 20 min'],
  ['de', 166, '3 Min.'], ['de', 11_990, '3 Std. 20 Min.'],
  ['ar', 166, '3 دقائق'], ['ar', 7200, 'ساعتان'], ['ar', 11_990, '3 ساعات و20 دقيقة'],
] as const)('N1 N2 in %s %i seconds are %s', (lang, seconds, text) => expect(inLanguage(lang, seconds)).toBe(text));
