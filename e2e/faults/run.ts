import { readOptions, type DatabaseKind, type Options } from './options';
import type { Row, Scenario } from './scenario';
import { databaseGone } from './scenarios/database';
import { duplicates, ordersOfEvents } from './scenarios/duplicates';
import { forgedFlood } from './scenarios/flood';
import { inquiries } from './scenarios/inquiry';
import { intentions } from './scenarios/intention';
import { kills } from './scenarios/kills';
import { lostCallbacks } from './scenarios/lost';
import { productsFile } from './scenarios/products-file';
import { randomKills } from './scenarios/random-kills';
import { tableOf, writeReport } from './table';
import { createWorld } from './world';

const SCENARIOS: Scenario[] = [kills, randomKills, databaseGone, duplicates, ordersOfEvents, lostCallbacks, intentions, inquiries, productsFile, forgedFlood];

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A world of its own for every scenario, so that one's trouble is not another's. */
async function runScenario(scenario: Scenario, kind: DatabaseKind, options: Options): Promise<Row[]> {
  const world = await createWorld(kind, options);
  const started = Date.now();
  say(`── ${scenario.id} on ${kind}`);
  try {
    const rows = await scenario.run(world);
    for (const row of rows) say(`   ${row.held ? 'held' : 'BROKEN'}  ${row.what}: ${row.result}`);
    say(`   ${Math.round((Date.now() - started) / 1000)} s`);
    return rows;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say(`   BROKEN  ${reason}\n${world.site.log().split('\n').slice(-15).join('\n')}`);
    return [{ fault: scenario.id, what: 'the scenario', times: 0, held: false, result: reason }];
  } finally {
    await world.close();
  }
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  const chosen = SCENARIOS.filter(({ id }) => options.only.length === 0 || options.only.includes(id));
  const results: { kind: DatabaseKind; row: Row }[] = [];
  for (const kind of options.databases) {
    for (const scenario of chosen.filter(({ databases }) => databases?.includes(kind) ?? true)) {
      for (const row of await runScenario(scenario, kind, options)) results.push({ kind, row });
    }
  }
  say(`\n${tableOf(results, options)}`);
  writeReport(results, options);
  const broken = results.filter(({ row }) => !row.held).length;
  say(`${results.length - broken} passed, ${broken} failed`);
  return broken === 0 ? 0 : 1;
}

process.exit(await main());
