import { expect, test } from 'vitest';
import { chooseResponse } from './send-file';

const modifiedAt = new Date('2026-11-20T10:00:00.700Z');
const file = { size: 1000, etag: '"a-1"', modifiedAt };
const date = 'Fri, 20 Nov 2026 10:00:00 GMT';
const choose = (headers: Record<string, string>, method = 'GET') => chooseResponse(method, headers, file);
const buildPart = (start: number, end: number) => ({ status: 206, start, end });

test('answers byte ranges as RFC 9110 says: a suffix longer than the file is the whole file [L7]', () => {
  const cases: Array<[string, object]> = [
    ['bytes=0-0', buildPart(0, 0)],
    ['bytes=10-99999', buildPart(10, 999)],
    ['bytes=990-', buildPart(990, 999)],
    ['bytes=-5', buildPart(995, 999)],
    ['bytes=-5000', buildPart(0, 999)],
    ['BYTES=-1000', buildPart(0, 999)],
    ['bytes=-0', { status: 416 }],
    ['bytes=1000-', { status: 416 }],
    ['bytes=1000-1001', { status: 416 }],
    ['bytes=9-3', { status: 200 }],
    ['bytes=-', { status: 200 }],
    ['bytes=a-b', { status: 200 }],
    ['bytes=0-1,5-6', { status: 200 }],
    ['lines=1-2', { status: 200 }],
  ];
  for (const [range, answer] of cases) expect(choose({ range }), range).toEqual(answer);
  expect(choose({ range: 'bytes=0-9' }, 'HEAD')).toEqual({ status: 200 });
  expect(chooseResponse('GET', { range: 'bytes=0-' }, { ...file, size: 0 })).toEqual({ status: 416 });
});

test('accepts If-Range only with a strong ETag or the exact date [L7]', () => {
  const chooseStatus = (ifRange: string) => choose({ range: 'bytes=0-9', 'if-range': ifRange }).status;
  expect([file.etag, date].map(chooseStatus)).toEqual([206, 206]);
  expect(
    [
      'W/"a-1"',
      '"a-1-more"',
      '"x", "a-1"',
      '*',
      'Fri, 20 Nov 2026 10:00:01 GMT',
      'Fri, 20 Nov 2026 09:59:59 GMT',
      'yesterday',
    ].map(chooseStatus),
  ).toEqual([200, 200, 200, 200, 200, 200, 200]);
});

test('evaluates conditions in the order of RFC 9110, before ranges [L7]', () => {
  const cases: Array<[Record<string, string>, number]> = [
    [{ 'if-none-match': '"a-1"' }, 304],
    [{ 'if-none-match': 'W/"a-1"' }, 304],
    [{ 'if-none-match': '"b", "a-1"' }, 304],
    [{ 'if-none-match': '*' }, 304],
    [{ 'if-none-match': '"b"', 'if-modified-since': date }, 200],
    [{ 'if-modified-since': date }, 304],
    [{ 'if-modified-since': 'Fri, 20 Nov 2026 09:59:59 GMT' }, 200],
    [{ 'if-modified-since': 'soon' }, 200],
    [{ 'if-match': '"b"' }, 412],
    [{ 'if-match': 'W/"a-1"' }, 412],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"a-1"', 'if-unmodified-since': 'Fri, 20 Nov 2026 09:59:59 GMT' }, 200],
    [{ 'if-unmodified-since': 'Fri, 20 Nov 2026 09:59:59 GMT' }, 412],
    [{ 'if-unmodified-since': date }, 200],
    [{ range: 'bytes=0-9', 'if-none-match': '"a-1"' }, 304],
    [{ range: 'bytes=5000-', 'if-match': '"b"' }, 412],
  ];
  for (const [headers, status] of cases) expect(choose(headers).status, JSON.stringify(headers)).toBe(status);
});
