import { expect, test } from 'vitest';
import type { PlayerLabels } from '../player-data';
import { qualityChoices } from './quality-choices';

const labels = { quality_auto: 'auto', quality_saver: 'saver', quality_audio: 'audio' } as PlayerLabels;

const renditions = [{ name: '240p', height: 240, size: '1 MB' }, { name: '720p', height: 720, size: '3 MB' }, { name: 'audio', height: 0, size: '500 kB' }] as const;

test('L7 each choice names what it costs before play, the saver the least picture', () => {
  expect(qualityChoices(renditions, labels, 'fed').map(({ quality, size }) => [quality, size])).toEqual([['auto', '3 MB'], ['saver', '1 MB'], ['720p', '3 MB'], ['240p', '1 MB'], ['audio', '500 kB']]);
});

test('L7 a plain video has no quality to choose', () => {
  expect(qualityChoices([], labels, 'fed')).toEqual([]);
});

test('L7 a browser that chooses the rendition itself is offered none, one that takes the plain file nothing', () => {
  expect(qualityChoices(renditions, labels, 'native').map(({ quality }) => quality)).toEqual(['auto', 'audio']);
  expect(qualityChoices(renditions, labels, 'plain')).toEqual([]);
});
