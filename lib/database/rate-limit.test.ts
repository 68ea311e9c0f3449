import { beforeEach, expect, test } from 'vitest';
import { addressGroup } from '@/lib/process/address-group';
import { resetDatabase } from '@/tests/support/database';
import { clearLimit, consumeLimit, isLimited, type LimitName, limits } from './rate-limit';

const now = new Date();

beforeEach(() => resetDatabase());

test('an IPv6 household is one address in every notation; a mapped IPv4 address is IPv4 [X29, O4]', () => {
  const home = addressGroup('2001:db8::1');
  for (const same of ['2001:db8:0:0:9:9:9:9', '2001:0DB8:0000::ffff', '2001:db8::1.2.3.4'])
    expect(addressGroup(same)).toBe(home);
  for (const other of ['2001:db8:0:1::1', '2001:db8:1::1', '::1']) expect(addressGroup(other)).not.toBe(home);
  expect([addressGroup('::ffff:41.2.3.4'), addressGroup('::ffff:2902:304'), addressGroup('41.2.3.4')]).toEqual(
    Array(3).fill('41.2.3.4'),
  );
  expect(addressGroup('unknown')).toBe('unknown');
});

const byAddress = (Object.keys(limits) as LimitName[]).filter((name) => name.endsWith('-address'));

test.each(byAddress)('the stored limit %s counts an IPv6 household together [X29]', async (name) => {
  const { points } = limits[name];
  for (let used = 0; used < points; used += 1) await consumeLimit(name, `2001:db8::${used.toString(16)}`, now);
  await expect(consumeLimit(name, '2001:db8::9:9:9:9', now)).rejects.toMatchObject({ status: 429 });
  expect([await isLimited(name, '2001:db8:0:0:8::1', now), await isLimited(name, '2001:db8:0:1::1', now)]).toEqual([
    true,
    false,
  ]);
  await clearLimit(name, '2001:db8::aaaa');
  expect(await isLimited(name, '2001:db8::1', now)).toBe(false);
});
