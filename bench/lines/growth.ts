import { ask } from '../ask';
import { fill, type Filled } from '../fill';
import { median, type Line } from '../line';
import { buy, signUp, type Learner } from '../learner';
import { processorSeconds } from '../processor-time';
import type { World } from '../world';

const CALLS = 60;
/** The clock of processor time ticks a hundred times a second, so a cheap read is asked for until it has used some. */
const LEAST_SECONDS = 0.4;
const ROUNDS = 3;

interface Read {
  readonly name: string;
  readonly most: number;
  readonly paths: readonly string[];
}

/** Small and grown ask for the same number of rows, so that only what lies behind them differs. */
const readsFor = (learner: Learner, articles: readonly string[]): Read[] => [
  { name: 'an article page, rendered', most: 1.25, paths: articles.map((id) => `/ar/articles/${id}?error=none`) },
  { name: 'the list of articles, rendered', most: 1.15, paths: ['/ar/articles?error=none'] },
  { name: 'GET /api/blogs', most: 1.15, paths: ['/api/blogs?lang=ar&pageSize=6'] },
  { name: 'one article by the API', most: 1.15, paths: articles.map((id) => `/api/blog/${id}?lang=ar`) },
  { name: 'one product', most: 1.15, paths: ['/api/payment/getProduct/course-nextjs'] },
  { name: 'My Payments', most: 1.15, paths: [`/api/user/${learner.userId}/profile/getMyPayments`] },
  { name: 'My Courses', most: 1.15, paths: [`/api/user/${learner.userId}/profile/getMyCourses`] },
];

/** Milliseconds of processor a call. */
async function costOf(world: World, { paths }: Read, learner: Learner): Promise<number> {
  const costs: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    const before = processorSeconds([world.pid()]);
    const used = () => processorSeconds([world.pid()]) - before;
    let count = 0;
    for (; count < CALLS || used() < LEAST_SECONDS; count += 1) {
      const path = paths[count % paths.length] ?? '/';
      const { status } = await ask(world.port, path, { headers: learner.headers });
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    }
    if (round >= 0) costs.push((1000 * used()) / count);
  }
  return median(costs);
}

async function costs(world: World, learner: Learner, articles: readonly string[]): Promise<number[]> {
  const results: number[] = [];
  for (const read of readsFor(learner, articles)) results.push(await costOf(world, read, learner));
  return results;
}

async function articleIds({ port }: World): Promise<string[]> {
  const { body } = await ask(port, '/api/blogs?lang=ar&pageSize=6');
  return (JSON.parse(body.toString()) as { blogId: string }[]).map((each) => each.blogId);
}

/** What 10,000 articles, 1,000 courses and 100,000 orders do to each read. */
export async function growth(world: World): Promise<Line[]> {
  const learner = await signUp(world);
  await buy(world, learner, 'course-nextjs');
  await world.stopSite();
  await fill(world.env, 'small');
  await world.start();
  // Twice, because a service that has just started is slower at everything.
  await costs(world, learner, await articleIds(world));
  const small = await costs(world, learner, await articleIds(world));
  await world.stopSite();
  const filled: Filled = await fill(world.env, 'grown');
  await world.start();
  await costs(world, learner, await articleIds(world));
  const grown = await costs(world, learner, await articleIds(world));
  return readsFor(learner, ['x']).map(({ name, most }, index) => {
    const [before, after] = [small[index] ?? 0, grown[index] ?? 0];
    const ratio = after / before;
    return {
      measure: `growth: ${name}`, goal: `≤ ${most} ×`, ours: `${after.toFixed(2)} ms`, reference: `${before.toFixed(2)} ms before`, ratio, spread: null, met: ratio <= most,
      ...(index === 0 && { note: `${filled.articles} articles, ${filled.courses} courses, ${filled.orders} orders; processor time a call` }),
    };
  });
}
