import { createTranslator } from 'next-intl';
import { expect, test } from 'vitest';
import type { Language } from '@/lib/language';
import ar from '../../../../content/midan/i18n/ar.json';
import de from '../../../../content/midan/i18n/de.json';
import en from '../../../../content/midan/i18n/en.json';
import { languageLine } from './language-line';

const messages = { ar, en, de };
const line = (lang: Language, voice: boolean, captions: Language[]) =>
  languageLine({ spokenLanguage: 'ar', voice, captions }, lang, createTranslator({ locale: lang, messages: messages[lang], namespace: 'catalogue' }));

test('N1 N2 a buyer reads whether anybody speaks, in which language, and what captions there are', () => {
  expect(line('en', true, ['en'])).toBe('Spoken in Arabic, with captions in English');
  expect(line('en', true, [])).toBe('Spoken in Arabic, without captions');
  expect(line('en', false, ['ar', 'en'])).toBe('Slides in Arabic, no voice-over; captions in Arabic and English');
  expect(line('de', false, ['de'])).toBe('Folien auf Arabisch, ohne Sprecherstimme; Untertitel auf Deutsch');
  expect(line('ar', false, ['ar'])).toBe('شرائح بالعربية بلا تعليق صوتي. الترجمة المكتوبة: العربية');
  expect(line('ar', false, [])).toBe('شرائح بالعربية بلا تعليق صوتي');
});
