import { expect, test } from 'vitest';
import { captionFaults, captionProblems } from './captions-check';
import { decodeCaptions } from './decode-captions';
import { srtToVtt } from './srt';
import { formatVtt, parseVtt } from './vtt';

const buildCue = (from: string, to: string) => `${from} --> ${to}\nكلام`;

test('reports captions that a player would show wrongly, with their line [L9]', () => {
  const broken = [
    'WEBVTT',
    buildCue('00:05.000', '00:04.000'),
    buildCue('00:01.000', '00:02.000'),
    '3\n00:00:03,000 --> 00:00:04,000\nكلام',
    buildCue('00:09.000', '00:40.000'),
  ].join('\n\n');
  expect(captionProblems('ar.vtt', broken, 30)).toEqual([
    'ar.vtt, line 3: the cue ends before it begins',
    'ar.vtt, line 6: the cue begins before the one above it',
    'ar.vtt, line 10: the times are not written as 00:00:01.000 --> 00:00:02.000',
    'ar.vtt, line 13: the cue ends after the video (30.0 s)',
  ]);
  expect(
    captionFaults(broken).map(({ fault }) => fault),
    'before the video is known',
  ).toEqual(['ends_first', 'out_of_order', 'unreadable_time']);
  expect(captionProblems('ar.vtt', 'Hello\n00:00:01.000 --> 00:00:02.000\nx', 30)).toEqual([
    'ar.vtt, line 1: the file is neither WebVTT nor SRT',
  ]);
  const foreign = Buffer.concat([
    Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.000\n'),
    Buffer.from([0xe3, 0xd1, 0xcd, 0xc8]),
  ]).toString('utf8');
  expect(captionProblems('ar.vtt', foreign, 30), 'as Windows writes Arabic').toEqual([
    'ar.vtt, line 4: the encoding of the text cannot be recognised; save the file as UTF-8',
  ]);
  expect(captionProblems('ar.vtt', 'WEBVTT\n', 30)).toEqual(['ar.vtt, line 1: there is no cue']);
  expect(
    captionProblems('ar.vtt', `WEBVTT\r\n\r\n\r\nNOTE a --> b\r\n\r\n${buildCue('00:01.000', '00:02.000')}`, 30),
  ).toEqual([]);
});

test('cues are the same after writing and reading; tags and notes are dropped [L9]', () => {
  const cues = [
    { fromSeconds: 0, toSeconds: 1.5, text: 'أهلًا' },
    { fromSeconds: 3661.25, toSeconds: 3662, text: 'Next.js' },
  ];
  expect(parseVtt(formatVtt(cues))).toEqual(cues);
  expect(
    parseVtt(
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Karim>R&amp;D &lt;div&gt; &rlm;x&#33;&#x3f; &amp;lt; &constructor; &#9999999;</v>\n',
    )?.[0]?.text,
  ).toBe('R&D <div> \u200fx!? &lt; &constructor; &#9999999;');
  const typed = [{ fromSeconds: 1, toSeconds: 2, text: 'a < b && c --> &lt;' }];
  expect(parseVtt(formatVtt(typed))).toEqual(typed);
  expect(
    parseVtt(
      '\uFEFFWEBVTT - x\r\n\r\nNOTE no\r\n\r\n1\r\n00:01.000 --> 00:02.000 line:0\r\n<v Mona>سطر <i>مائل</i></v>\r\n',
    ),
  ).toEqual([{ fromSeconds: 1, toSeconds: 2, text: 'سطر مائل' }]);
});

test('writes fractional seconds as times that players can read [L9]', () => {
  const cues = [
    { fromSeconds: 58.9, toSeconds: 58.99999999999999, text: 'a' },
    { fromSeconds: 3599.9996, toSeconds: 3661.25, text: 'b' },
  ];
  expect(formatVtt(cues)).toBe('WEBVTT\n\n00:00:58.900 --> 00:00:59.000\na\n\n01:00:00.000 --> 01:01:01.250\nb\n');
});

test('reads captions as browsers do: cues without an empty line between them, any line break, no hours, no final line break [L9]', () => {
  const two = 'WEBVTT\n\n00:01.000 --> 00:02.000\none\n00:02.000 --> 00:03.000\ntwo\nlines';
  const cues = [
    { fromSeconds: 1, toSeconds: 2, text: 'one' },
    { fromSeconds: 2, toSeconds: 3, text: 'two lines' },
  ];
  for (const source of [
    two,
    `\uFEFF${two}`,
    two.replaceAll('\n', '\r'),
    two.replaceAll('\n', '\r\n'),
    two.replace('\n\n', '\n'),
    two.replace('\n\n', ' - title\nKind: captions\nLanguage: en\n\n'),
  ]) {
    expect(parseVtt(source), JSON.stringify(source)).toEqual(cues);
    expect(captionProblems('a.vtt', source, 30)).toEqual([]);
  }
  expect(
    parseVtt(
      'WEBVTT\n\n1\n00:01.000-->00:02.000 align:start\nclose\n\n00:61.000 --> 00:62.000\nno time\n\n00:00:03,000 --> 00:00:04,000\nSRT\n\nSTYLE\n::cue { color: red }\n',
    ),
  ).toEqual([{ fromSeconds: 1, toSeconds: 2, text: 'close' }]);
  expect(captionProblems('a.vtt', 'WEBVTT\n\n00:05.000 --> 00:06.000\none\n00:01.000 --> 00:02.000\ntwo', 30)).toEqual([
    'a.vtt, line 5: the cue begins before the one above it',
  ]);
  const encodeCaptions = (encoding: 'utf16le' | 'utf8') => Buffer.from(`\uFEFF${two.replace('one', 'أهلًا')}`, encoding);
  for (const file of [encodeCaptions('utf16le'), encodeCaptions('utf16le').swap16(), encodeCaptions('utf8')])
    expect(parseVtt(decodeCaptions(file, 'ar'))?.[0]?.text).toBe('أهلًا');
});

test('transcript and search contain each line of rolling captions once, and a repeated line twice [L9]', () => {
  const rolling = `WEBVTT
Kind: captions
Language: en

00:00:00.160 --> 00:00:02.389 align:start position:0%
 
welcome<00:00:00.800><c> to</c><00:00:01.200><c> the</c><00:00:01.600><c> course</c>

00:00:02.389 --> 00:00:02.399 align:start position:0%
welcome to the course
 

00:00:02.399 --> 00:00:05.110 align:start position:0%
welcome to the course
today<00:00:02.800><c> we</c><00:00:03.200><c> begin</c>

00:00:05.110 --> 00:00:05.120 align:start position:0%
today we begin
 

00:00:05.120 --> 00:00:07.000 align:start position:0%
today we begin
with<00:00:05.600><c> pages</c>
`;
  expect(parseVtt(rolling)).toEqual([
    { fromSeconds: 0.16, toSeconds: 2.399, text: 'welcome to the course' },
    { fromSeconds: 2.399, toSeconds: 5.12, text: 'today we begin' },
    { fromSeconds: 5.12, toSeconds: 7, text: 'with pages' },
  ]);
  const growing =
    'WEBVTT\n\n00:00.000 --> 00:01.000\nhello\n\n00:01.000 --> 00:02.000\nhello dear\n\n00:02.000 --> 00:03.000\nhello dear guests';
  expect(
    parseVtt(growing)
      ?.map(({ text }) => text)
      .join(' '),
  ).toBe('hello dear guests');
  const song =
    'WEBVTT\n\n00:00.000 --> 00:01.000\nla la\n\n00:01.000 --> 00:02.000\nla la\n\n00:02.000 --> 00:03.000\nthe end';
  expect(parseVtt(song)?.map(({ text }) => text)).toEqual(['la la', 'la la', 'the end']);
});

const srt = [
  '\uFEFF',
  '1',
  '00:00:01,000 --> 00:00:02,500',
  '{\\an8}<font color="#ffff00">أهلًا</font> <I>بكم</I>',
  'R&D, 1 < 2',
  '',
  '00:00:03,5-->0:00:04',
  'no number',
  '3',
  '00:00:05,000 --> 00:00:06,000 X1:10 X2:20',
  '{\\pos(1,2)}last',
  '',
];
const srtCues = [
  { fromSeconds: 1, toSeconds: 2.5, text: 'أهلًا بكم R&D, 1 < 2' },
  { fromSeconds: 3.5, toSeconds: 4, text: 'no number' },
  { fromSeconds: 5, toSeconds: 6, text: 'last' },
];

test('reads SRT: commas, any line break, missing numbers and empty lines, fonts and positions [L9]', () => {
  for (const lineBreak of ['\n', '\r\n', '\r']) {
    const source = srt.join(lineBreak);
    expect(captionProblems('ar.srt', source, 30)).toEqual([]);
    expect(parseVtt(srtToVtt(source) ?? '')).toEqual(srtCues);
  }
  const vtt = srtToVtt(srt.join('\n'));
  expect(vtt).toContain('00:00:01.000 --> 00:00:02.500 line:0\nأهلًا <i>بكم</i>\nR&amp;D, 1 &lt; 2\n');
  expect(vtt).not.toMatch(/font|\{|^\d+$/m);
  expect([srtToVtt('WEBVTT\n\n00:01.000 --> 00:02.000\nx'), srtToVtt('Hello'), srtToVtt('')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('reports the faults of an SRT file with the line of the file [L9]', () => {
  const broken =
    '1\n00:00:02,000 --> 00:00:01,000\na\n\n2\n00:00:61,000 --> 00:00:62,000\nb\n\n3\n00:00:03,000 --> 00:00:50,000\nc';
  expect(captionProblems('en.srt', broken, 30)).toEqual([
    'en.srt, line 2: the cue ends before it begins',
    'en.srt, line 6: the times are not written as 00:00:01.000 --> 00:00:02.000',
    'en.srt, line 10: the cue ends after the video (30.0 s)',
  ]);
});

test('recognises UTF-16 and the Windows code page of the language, and no other encoding [L9]', () => {
  const timing = Buffer.from('1\n00:00:01,000 --> 00:00:02,000\n');
  const textOf = (bytes: number[] | Buffer, lang: 'ar' | 'de') =>
    parseVtt(srtToVtt(decodeCaptions(Buffer.concat([timing, Buffer.from(bytes)]), lang)) ?? '')?.[0]?.text;
  const arabic = [0xe3, 0xd1, 0xcd, 0xc8, 0xc7, 0xbf];
  const german = Buffer.from('F\u00fcr Gr\u00f6\u00dfe', 'latin1');
  expect([textOf(arabic, 'ar'), textOf(german, 'de')]).toEqual(['مرحبا؟', 'Für Größe']);
  for (const [bytes, lang] of [
    [arabic, 'de'],
    [german, 'ar'],
    [Buffer.from([0x46, 0x9f, 0x72]), 'de'],
    [Buffer.concat([Buffer.from('Für Größe'), Buffer.from([0xff])]), 'de'],
  ] as const)
    expect(textOf(Buffer.from(bytes), lang)).toContain('\uFFFD');
  const utf16 = Buffer.from(`\uFEFF${srt.slice(1).join('\r\n')}`, 'utf16le');
  for (const bytes of [utf16, Buffer.from(utf16).swap16(), Buffer.from(srt.join('\n'))])
    expect(parseVtt(srtToVtt(decodeCaptions(bytes, 'ar')) ?? '')).toEqual(srtCues);
});
