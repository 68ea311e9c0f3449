import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, callbackSample, intentionSample, startBench } from './testing';

let bench: Bench;
beforeAll(async () => void (bench = await startBench()));
afterAll(() => bench.stop());

function describeShape(value: unknown, sample: unknown = value): unknown {
  if (sample === null) return 'anything';
  if (Array.isArray(sample))
    return sample.length === 0 || !Array.isArray(value) ? 'list' : [describeShape(value[0], sample[0])];
  if (typeof sample !== 'object') return value === null ? 'null' : typeof value;
  const fields = Object.entries(sample).map(([key, inner]) => [
    key,
    describeShape((value as Record<string, unknown> | undefined)?.[key], inner),
  ]);
  return Object.fromEntries(fields);
}

test('the answer to an intention has all documented fields with their types [P8]', async () => {
  const sample: unknown = JSON.parse(intentionSample);
  const intention = await bench.intend({ special_reference: 'pay_01HXMOCK0001' });
  expect(describeShape(intention, sample)).toEqual(describeShape(sample));
});

test('a processed callback has all documented fields with their types [P5, P8]', async () => {
  const sample: unknown = JSON.parse(callbackSample);
  await bench.pay('paid-3ds', { special_reference: 'pay_01HXMOCK0002' });
  await bench.pass(0);
  const heard: unknown = JSON.parse(bench.shop.heard[0]?.body ?? '{}');
  expect(describeShape(heard, sample)).toEqual(describeShape(sample));
});
