import { describe, expect, test } from 'vitest';
import { addressGroup, plainAddress } from './address-group';

describe('addresses as proxies write them', () => {
  test.each([
    ['198.51.100.8', '198.51.100.8'],
    ['198.51.100.8:4711', '198.51.100.8'],
    ['"198.51.100.8:4711"', '198.51.100.8'],
    ['198.51.100.8:_port', '198.51.100.8'],
    [' 198.51.100.8 ', '198.51.100.8'],
    ['2001:db8::1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:4711', '2001:db8::1'],
    ['"[2001:db8::1]:4711"', '2001:db8::1'],
    ['2001:0DB8:0:0::1', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['[::ffff:c000:201]:80', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    ['[fe80::1%25eth0]:1', 'fe80::1'],
  ])('reads %s as %s [X41]', (written, plain) => expect(plainAddress(written)).toBe(plain));

  test.each([
    'unknown',
    '_hidden',
    '_SEVKISEK',
    '',
    'proxy.example',
    '4711',
    '4712:80',
    '0x7f.1',
    '198.51.100',
    '[198.51.100.8',
    '198.51.100.8:4711:1',
    '1.2.3.4, 5.6.7.8',
    '::1::2',
    'x'.repeat(500),
  ])('%j shares one key with all other invalid addresses [X41]', (written) => {
    expect([plainAddress(written), addressGroup(written)]).toEqual(['unknown', 'unknown']);
  });

  test('the port and the last part of an IPv6 address do not change the key [X41]', () => {
    const countGroups = (written: (number: number) => string) =>
      new Set(Array.from({ length: 50 }, (_, n) => addressGroup(written(n + 1)))).size;
    expect([
      countGroups((n) => `198.51.100.8:${n}`),
      countGroups((n) => `"[2001:db8::${n.toString(16)}]:${n}"`),
      countGroups((n) => `fe80::1%eth${n}`),
      countGroups((n) => `_hidden${n}`),
    ]).toEqual([1, 1, 1, 1]);
  });
});
