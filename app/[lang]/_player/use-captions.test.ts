import { expect, test } from 'vitest';
import type { PlayerCaptions } from './player-data';
import { captionsFor } from './use-captions';

const captions = (...langs: Array<PlayerCaptions['lang']>): PlayerCaptions[] => langs.map((lang) => ({ lang, label: lang, url: '', cues: [] }));

test('N2 L9 captions are shown in the wanted language, in English where the lesson lacks it', () => {
  expect(captionsFor(captions('ar', 'en', 'de'), 'de')).toBe('de');
  expect(captionsFor(captions('ar', 'en'), 'de')).toBe('en');
  expect(captionsFor(captions('ar'), 'de')).toBeNull();
  expect(captionsFor(captions('ar', 'en'), null)).toBeNull();
});
