import { expect, test } from 'vitest';
import type { PlayerCaptions } from './player-data';
import { captionsFor } from './player-stage';

const buildCaptions = (...langs: Array<PlayerCaptions['lang']>): PlayerCaptions[] =>
  langs.map((lang) => ({ lang, label: lang, url: '', cues: [] }));

test('captions are shown in the chosen language, or in English if the lesson lacks it [N2, L9]', () => {
  expect(captionsFor(buildCaptions('ar', 'en', 'de'), 'de')).toBe('de');
  expect(captionsFor(buildCaptions('ar', 'en'), 'de')).toBe('en');
  expect(captionsFor(buildCaptions('ar'), 'de')).toBeNull();
  expect(captionsFor(buildCaptions('ar', 'en'), null)).toBeNull();
});
