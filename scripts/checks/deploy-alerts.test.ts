import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, expect, test } from 'vitest';
import { readMetricsText } from '@/lib/operations/metrics';
import { startServer } from '@/server/testing/start-server';
import { resetDatabase } from '@/tests/support/database';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
}
interface Panel {
  readonly title: string;
  readonly description?: string;
  readonly targets?: readonly { readonly expr: string }[];
}

const { load } = createRequire(import.meta.url)('js-yaml') as { load: (text: string) => unknown };
const read = (file: string): string => readFileSync(file, 'utf8');
const { rules } = (load(read('deploy/alerts.yml')) as { groups: [{ rules: Rule[] }] }).groups[0];
const { panels } = JSON.parse(read('deploy/dashboard.json')) as { panels: Panel[] };
const expressions = [
  ...rules.map(({ expr }) => expr),
  ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];

let metrics: string;
beforeAll(async () => {
  await resetDatabase();
  const site = await startServer((_request, response) => void response.end());
  metrics = await readMetricsText(new Date());
  await site.close();
});

const promtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!promtool)('each alert fires when it should and only then (needs the package prometheus) [O19]', () => {
  const check = spawnSync('promtool', ['test', 'rules', 'deploy/alerts.test.yml'], { encoding: 'utf8' });
  expect([check.status, check.stdout]).toEqual([0, expect.stringContaining('SUCCESS')]);
});

test('each alert has a test and says what happened, what it means and what to do next [O19]', () => {
  const [tests, manual] = [read('deploy/alerts.test.yml'), read('deploy/README.md')];
  for (const { alert, labels, annotations } of rules) {
    expect([alert, tests.includes(`alertname="${alert}"`), manual.includes(`| ${alert} |`)]).toEqual([
      alert,
      true,
      true,
    ]);
    expect([alert, Object.keys(annotations)]).toEqual([alert, ['summary', 'meaning', 'action']]);
    expect(['page', 'ticket']).toContain(labels.severity);
  }
});

test('alerts and dashboard use only metrics that /metrics has [O19]', () => {
  const known = new Set(['up']);
  for (const [, name = '', type] of metrics.matchAll(/^# TYPE (\S+) (\S+)$/gm))
    for (const suffix of type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']) known.add(name + suffix);
  const used = expressions.flatMap((expr) => expr.match(/\b(?:up(?=\{)|(?:site|process|nodejs)_\w+)/g) ?? []);
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((name) => !known.has(name))).toEqual([]);
});

test('alerts and dashboard use only label values that /metrics has [O19]', () => {
  const used = expressions.flatMap((expr) =>
    [...expr.matchAll(/\b(kind|status|service|outcome)(?:=|!=|=~|!~)"([^"$]+)"/g)].flatMap(([, label, values = '']) =>
      values.split('|').map((value) => `${label}="${value}"`),
    ),
  );
  expect(used.length).toBeGreaterThan(30);
  expect(used.filter((pair) => !metrics.includes(pair))).toEqual([]);
});

test('alerts and dashboard read counters by rate or increase [O19]', () => {
  for (const expr of expressions)
    expect([expr, expr.match(/_(?:total|bucket|sum|count)(?:\{[^}]*\})?(?!\w|\{|\[)/)]).toEqual([expr, null]);
});

test('the dashboard names only alerts that exist [O19]', () => {
  const names = rules.map(({ alert }) => alert);
  const cited = panels.flatMap(({ description = '' }) =>
    [...description.matchAll(/alert (\w+) /g)].map(([, name]) => name),
  );
  expect(cited.length).toBeGreaterThan(8);
  expect(cited.filter((name) => !names.includes(name!))).toEqual([]);
});
