import { expect, test } from 'vitest';
import { formatVtt, parseVtt } from '@/lib/media/vtt';
import { captionProblems } from './captions-check';

const cue = (from: string, to: string) => `${from} --> ${to}\nكلام`;

test('L9 captions that a player would show wrongly are named with their cue', () => {
  const broken = ['WEBVTT', cue('00:05.000', '00:04.000'), cue('00:01.000', '00:02.000'), cue('00:09.000', '00:40.000')].join('\n\n');
  expect(captionProblems('ar.vtt', broken, 30)).toEqual([
    'ar.vtt: cue 1 ends before it begins', 'ar.vtt: cue 2 begins before the cue above it', 'ar.vtt: cue 3 ends after the film (30.0 s)',
  ]);
  expect(captionProblems('ar.vtt', '1\n00:00:01,000 --> 00:00:02,000\nx', 30)).toEqual(['ar.vtt: the first line is not WEBVTT']);
  expect(captionProblems('ar.vtt', 'WEBVTT\n', 30)).toEqual(['ar.vtt: no cue found']);
});

test('L9 cues survive being written and read, tags and notes do not', () => {
  const cues = [{ fromSeconds: 0, toSeconds: 1.5, text: 'أهلًا' }, { fromSeconds: 3661.25, toSeconds: 3662, text: 'Next.js' }];
  expect(parseVtt(formatVtt(cues))).toEqual(cues);
  expect(parseVtt('\uFEFFWEBVTT - x\r\n\r\nNOTE no\r\n\r\n1\r\n00:01.000 --> 00:02.000 line:0\r\n<v Mona>سطر <i>مائل</i></v>\r\n')).toEqual([{ fromSeconds: 1, toSeconds: 2, text: 'سطر مائل' }]);
});
