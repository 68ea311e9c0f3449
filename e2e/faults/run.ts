import { mkdirSync, writeFileSync } from 'node:fs';
import { checkBooks } from './audit';
import { type DatabaseKind, type Options, readOptions } from './options';
import type { Row, Scenario, Step } from './scenario';
import { databaseGone } from './scenarios/database';
import { duplicates, ordersOfEvents } from './scenarios/duplicates';
import { forgedFlood } from './scenarios/flood';
import { inquiries } from './scenarios/inquiry';
import { intentions } from './scenarios/intention';
import { kills } from './scenarios/kills';
import { lostCallbacks } from './scenarios/lost';
import { newsletter } from './scenarios/newsletter';
import { productsFile } from './scenarios/products-file';
import { bundles } from './scenarios/purchases/bundles';
import { coupons } from './scenarios/purchases/coupons';
import { giftFaults } from './scenarios/purchases/gifts';
import { seats } from './scenarios/purchases/seats';
import { randomKills } from './scenarios/random-kills';
import { receipts } from './scenarios/receipts';
import { reminders } from './scenarios/reminders';
import { signInStorm } from './scenarios/sign-in-storm';
import { type Stack, startStack } from './stack';

interface Result {
  kind: DatabaseKind;
  row: Row;
}

function formatTable(results: Result[], { seed, kills, seconds }: Options): string {
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

function writeReport(results: Result[], options: Options): void {
  mkdirSync('test-results', { recursive: true });
  const { seed, kills, seconds } = options;
  const rows = results.map(({ kind, row }) => ({ database: kind, ...row }));
  writeFileSync('test-results/faults.json', JSON.stringify({ seed, kills, seconds, rows }, null, 2));
}

const scenarios: Scenario[] = [
  kills,
  randomKills,
  databaseGone,
  duplicates,
  ordersOfEvents,
  lostCallbacks,
  intentions,
  inquiries,
  productsFile,
  coupons,
  bundles,
  giftFaults,
  seats,
  receipts,
  reminders,
  newsletter,
  forgedFlood,
  signInStorm,
];

let present: Stack | null = null;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void (present?.close() ?? Promise.resolve()).finally(() => process.exit(130)));
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

function show(row: Row): Row {
  say(`   ${row.isHeld ? 'held  ' : 'BROKEN'}  ${row.what}: ${row.result}`);
  return row;
}

async function runStep(step: Step, stack: Stack, fault: string): Promise<Row[]> {
  try {
    if (!stack.site.isRunning) await stack.site.start();
    return [await step(stack)].flat().map((found) => show({ fault, ...found }));
  } catch (error) {
    const result = error instanceof Error ? error.message : String(error);
    if (process.env.FAULTS_LOG) say(stack.site.log().split('\n').slice(-40).join('\n'));
    return [show({ fault, what: step.name || 'a step', times: 0, isHeld: false, result })];
  } finally {
    stack.site.disarm();
    await stack.callPaymob('DELETE', 'faults').catch(() => undefined);
  }
}

async function runScenario({ id, steps }: Scenario, kind: DatabaseKind, options: Options): Promise<Row[]> {
  const stack = await startStack(kind, options);
  present = stack;
  const started = Date.now();
  say(`── ${id} on ${kind}`);
  const rows: Row[] = [];
  try {
    for (const step of steps) rows.push(...(await runStep(step, stack, id)));
    rows.push(...(await runStep(checkBooks, stack, id)));
  } finally {
    await stack.close();
  }
  say(`   ${Math.round((Date.now() - started) / 1000)} s`);
  return rows;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const chosen = scenarios.filter(({ id }) => options.only.length === 0 || options.only.includes(id));
  const results: { kind: DatabaseKind; row: Row }[] = [];
  for (const kind of options.databases) {
    for (const scenario of chosen.filter(({ databases }) => databases?.includes(kind) ?? true)) {
      for (const row of await runScenario(scenario, kind, options)) results.push({ kind, row });
    }
  }
  say(`\n${formatTable(results, options)}`);
  writeReport(results, options);
  const broken = results.filter(({ row }) => !row.isHeld).length;
  say(`${results.length - broken} passed, ${broken} failed`);
  return broken === 0 ? 0 : 1;
}

process.exit(await main());
