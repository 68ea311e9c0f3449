import { mkdirSync, writeFileSync } from 'node:fs';
import type { DatabaseKind, Options } from './options';
import type { Row } from './scenario';

interface Result {
  kind: DatabaseKind;
  row: Row;
}

export function formatTable(results: Result[], { seed, kills, seconds }: Options): string {
  const head = ['fault', 'database', 'what', 'times', 'held', 'result'];
  const lines = results.map(({ kind, row }) => [
    row.fault,
    kind,
    row.what,
    String(row.times),
    row.isHeld ? 'yes' : 'NO',
    row.result,
  ]);
  const widths = head.map((_, i) => Math.max(...[head, ...lines].map((line) => line[i]?.length ?? 0)));
  const draw = (line: string[]): string =>
    `| ${line.map((cell, i) => cell.padEnd(i === line.length - 1 ? 0 : (widths[i] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width) => '-'.repeat(Math.min(width, 60) + 2)).join('|')}|`;
  return [
    `seed ${seed}, ${kills} kills a step, ${seconds} s of random kills`,
    '',
    draw(head),
    rule,
    ...lines.map(draw),
    '',
  ].join('\n');
}

export function writeReport(results: Result[], options: Options): void {
  mkdirSync('test-results', { recursive: true });
  const { seed, kills, seconds } = options;
  const rows = results.map(({ kind, row }) => ({ database: kind, ...row }));
  writeFileSync('test-results/faults.json', JSON.stringify({ seed, kills, seconds, rows }, null, 2));
}
