import { expect, test } from 'vitest';
import { qualityChoices } from '@/components/player/lesson-stream';
import type { PlayerLabels } from '@/components/player/player-data';

const labels = { quality_auto: 'auto', quality_saver: 'saver', quality_audio: 'audio' } as PlayerLabels;

const renditions = [
  { name: '240p', height: 240, size: '1 MB' },
  { name: '720p', height: 720, size: '3 MB' },
  { name: 'audio', height: 0, size: '500 kB' },
] as const;

test('each quality shows its size before play, and the saver the smallest [L7]', () => {
  expect(qualityChoices(renditions, labels, 'hls.js').map(({ quality, size }) => [quality, size])).toEqual([
    ['auto', '3 MB'],
    ['saver', '1 MB'],
    ['720p', '3 MB'],
    ['240p', '1 MB'],
    ['audio', '500 kB'],
  ]);
});

test('a plain video has no quality to choose [L7]', () => {
  expect(qualityChoices([], labels, 'hls.js')).toEqual([]);
});

test('native HLS offers only automatic and audio, and the plain file offers no choice [L7]', () => {
  expect(qualityChoices(renditions, labels, 'native').map(({ quality }) => quality)).toEqual(['auto', 'audio']);
  expect(qualityChoices(renditions, labels, 'plain')).toEqual([]);
});
