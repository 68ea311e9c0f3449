import { createFormatter, createTranslator } from 'next-intl';
import { describe, expect, it, vi } from 'vitest';
import { languages } from '@/lib/language';
import { log } from '@/lib/log';
import { formatDate, formatDay, formats, timeZone } from './formats';
import { getMessageFallback, loadTranslator, logMessageError, type Messages } from './messages';

describe('messages', () => {
  it('a missing key shows the key itself, at the top level and nested [B10]', async () => {
    for (const lang of languages) {
      const translate = await loadTranslator(lang);
      expect(translate('nothing_like_this')).toBe('nothing_like_this');
      expect(translate('articles.nothing_like_this')).toContain('nothing_like_this');
      expect(translate('no_image')).not.toBe('no_image');
    }
  });

  it('a malformed message is logged and shown as its key, without breaking the page [B10, O2]', () => {
    const reported = vi.spyOn(log, 'error');
    const messages: Messages = { greeting: 'Hello {name' };
    const translate = createTranslator({
      locale: 'en',
      messages,
      getMessageFallback,
      onError: logMessageError,
    }) as unknown as (key: string) => string;
    expect(translate('greeting')).toBe('greeting');
    expect(reported).toHaveBeenCalledTimes(1);
  });

  it('Arabic plurals use all six forms, with Latin digits [C11]', async () => {
    const translate = await loadTranslator('ar');
    const said = [0, 1, 2, 3, 11, 100, 1200].map((count) => translate('articles.views', { count }));
    expect(said).toEqual([
      'بلا مشاهدات',
      'مشاهدة واحدة',
      'مشاهدتان',
      '3 مشاهدات',
      '11 مشاهدة',
      '100 مشاهدة',
      '1,200 مشاهدة',
    ]);
  });
});

describe('dates', () => {
  it('times use the language’s clock, Cairo time and Latin digits [N16]', () => {
    const said = (['ar', 'en', 'de'] as const).map((locale) =>
      createFormatter({ locale, formats }).dateTime(new Date('2026-11-26T13:05:00Z'), 'clock').replaceAll(/\s/g, ' '),
    );
    expect(said).toEqual(['3:05 م', '3:05 PM', '15:05']);
  });

  it('are dd-MM-yyyy for the day in Cairo [C11]', () => {
    expect(formatDate(new Date('2026-03-07T12:00:00Z'))).toBe('07-03-2026');
    expect(formatDate(new Date('2026-12-31T22:30:00Z'))).toBe('01-01-2027');
  });

  it('use dots in German, outside of articles [D10, O6]', () => {
    const day = new Date('2026-11-22T12:00:00Z');
    expect((['ar', 'en', 'de'] as const).map((lang) => formatDay(day, lang))).toEqual([
      '\u206622-11-2026\u2069',
      '22-11-2026',
      '22.11.2026',
    ]);
  });

  it('long dates use Latin digits in Arabic too [C11]', () => {
    const text = new Intl.DateTimeFormat('ar', { ...formats.dateTime.long, timeZone }).format(
      new Date('2026-11-21T10:00:00Z'),
    );
    expect(text).toContain('21');
    expect(text).toContain('2026');
  });
});
