import { Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { DurationHistogram } from './duration-histogram';

test("prints the same as prom-client's histogram, before and after observations and a reset [O18]", async () => {
  const [ours, theirs] = [new Registry(), new Registry()];
  const options = { name: 'test_seconds', help: 'Duration', buckets: [0.01, 0.5, 2] };
  const histogram = new DurationHistogram({ ...options, registry: ours });
  const reference = new Histogram({ ...options, labelNames: ['kind', 'status'], registers: [theirs] });
  const labels = [
    { kind: 'page', status: '2xx' },
    { kind: 'call', status: '5xx' },
  ];
  const expectSame = async () => expect(await ours.metrics()).toBe(await theirs.metrics());
  for (const each of labels) {
    histogram.series(each);
    reference.zero(each);
  }
  await expectSame();
  for (const [at, seconds] of [0, 0.01, 0.0101, 0.5, 1.75, 2, 60].entries()) {
    histogram.series(labels[at % 2]!).observe(seconds);
    reference.observe(labels[at % 2]!, seconds);
  }
  await expectSame();
  expect(await ours.metrics()).toContain('test_seconds_bucket{le="+Inf",kind="page",status="2xx"} 4');
  ours.resetMetrics();
  expect(await ours.metrics()).not.toMatch(/ [1-9]/);
});
