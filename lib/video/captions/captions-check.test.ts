import { expect, test } from 'vitest';
import { formatVtt, parseVtt } from '@/lib/video/captions/vtt';
import { captionFaults, captionProblems } from './captions-check';

const cue = (from: string, to: string) => `${from} --> ${to}\nكلام`;

test('L9 captions that a player would show wrongly are named with their line', () => {
  const broken = ['WEBVTT', cue('00:05.000', '00:04.000'), cue('00:01.000', '00:02.000'), '3\n00:00:03,000 --> 00:00:04,000\nكلام', cue('00:09.000', '00:40.000')].join('\n\n');
  expect(captionProblems('ar.vtt', broken, 30)).toEqual([
    'ar.vtt, line 3: the cue ends before it begins', 'ar.vtt, line 6: the cue begins before the one above it',
    'ar.vtt, line 10: the times are not written as 00:00:01.000 --> 00:00:02.000', 'ar.vtt, line 13: the cue ends after the video (30.0 s)',
  ]);
  expect(captionFaults(broken).map(({ fault }) => fault), 'before the video is known').toEqual(['ends_first', 'out_of_order', 'unreadable_time']);
  expect(captionProblems('ar.vtt', '1\n00:00:01,000 --> 00:00:02,000\nx', 30)).toEqual(['ar.vtt, line 1: the file does not begin with WEBVTT']);
  const foreign = Buffer.concat([Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n'), Buffer.from([0xe3, 0xd1, 0xcd, 0xc8])]).toString('utf8');
  expect(captionProblems('ar.vtt', foreign, 30), 'as Windows writes Arabic').toEqual(['ar.vtt, line 4: the text is not UTF-8']);
  expect(captionProblems('ar.vtt', 'WEBVTT\n', 30)).toEqual(['ar.vtt, line 1: there is no cue']);
  expect(captionProblems('ar.vtt', `WEBVTT\r\n\r\n\r\nNOTE a --> b\r\n\r\n${cue('00:01.000', '00:02.000')}`, 30)).toEqual([]);
});

test('L9 cues survive being written and read, tags and notes do not', () => {
  const cues = [{ fromSeconds: 0, toSeconds: 1.5, text: 'أهلًا' }, { fromSeconds: 3661.25, toSeconds: 3662, text: 'Next.js' }];
  expect(parseVtt(formatVtt(cues))).toEqual(cues);
  expect(parseVtt('WEBVTT\n\n00:01.000 --> 00:02.000\n<v Karim>R&amp;D &lt;div&gt; &rlm;x&#33;&#x3f; &amp;lt; &constructor; &#9999999;</v>\n')?.[0]?.text).toBe('R&D <div> \u200fx!? &lt; &constructor; &#9999999;');
  const typed = [{ fromSeconds: 1, toSeconds: 2, text: 'a < b && c --> &lt;' }];
  expect(parseVtt(formatVtt(typed))).toEqual(typed);
  expect(parseVtt('\uFEFFWEBVTT - x\r\n\r\nNOTE no\r\n\r\n1\r\n00:01.000 --> 00:02.000 line:0\r\n<v Mona>سطر <i>مائل</i></v>\r\n')).toEqual([{ fromSeconds: 1, toSeconds: 2, text: 'سطر مائل' }]);
});

test('L9 sums of fractions are written as times that players read', () => {
  const cues = [{ fromSeconds: 58.9, toSeconds: 58.99999999999999, text: 'a' }, { fromSeconds: 3599.9996, toSeconds: 3661.25, text: 'b' }];
  expect(formatVtt(cues)).toBe('WEBVTT\n\n00:00:58.900 --> 00:00:59.000\na\n\n01:00:00.000 --> 01:01:01.250\nb\n');
});
