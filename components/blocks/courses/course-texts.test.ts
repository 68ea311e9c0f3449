import { createTranslator } from 'next-intl';
import { expect, test } from 'vitest';
import ar from '@/content/midan/i18n/ar.json';
import de from '@/content/midan/i18n/de.json';
import en from '@/content/midan/i18n/en.json';
import type { Language } from '@/lib/language';
import { durationText, languageLine } from './course-card';

const messages = { ar, en, de };
type WrittenLanguage = keyof typeof messages;
const createTranslatorIn = (lang: WrittenLanguage) =>
  createTranslator({ locale: lang, messages: messages[lang], namespace: 'catalogue' });

const formatLine = (lang: WrittenLanguage, voice: boolean, captions: Language[]) =>
  languageLine({ spokenLanguage: 'ar', voice, captions }, lang, createTranslatorIn(lang));

test('a course says whether it has a voice-over, in which language, and its captions [N1, N2]', () => {
  expect(formatLine('en', true, ['en'])).toBe('Spoken in Arabic, with captions in English');
  expect(formatLine('en', true, [])).toBe('Spoken in Arabic, without captions');
  expect(formatLine('en', false, ['ar', 'en'])).toBe('Slides in Arabic, no voice-over; captions in Arabic and English');
  expect(formatLine('de', false, ['de'])).toBe('Folien auf Arabisch, ohne Sprecherstimme; Untertitel auf Deutsch');
  expect(formatLine('ar', false, ['ar'])).toBe('شرائح بالعربية بلا تعليق صوتي. الترجمة المكتوبة: العربية');
  expect(formatLine('ar', false, [])).toBe('شرائح بالعربية بلا تعليق صوتي');
});

test.each([
  ['en', 20, 'under 1 min'],
  ['en', 166, '3 min'],
  ['en', 3600, '1 h'],
  ['en', 11_990, '3 h 20 min'],
  ['de', 166, '3 Min.'],
  ['de', 11_990, '3 Std. 20 Min.'],
  ['ar', 166, '3 دقائق'],
  ['ar', 7200, 'ساعتان'],
  ['ar', 11_990, '3 ساعات و20 دقيقة'],
] as const)('%s: %i seconds read as %s [N1, N2]', (lang, seconds, text) =>
  expect(durationText(seconds, createTranslatorIn(lang))).toBe(text),
);
