import { fillDatabase } from '../../fill';
import { sendRequest } from '../../http';
import { compareRounds, computeMedian, type Line } from '../../line';
import { readProcessorSeconds, waitForJobs } from '../../processor-time';
import { type BenchUser, buyProduct, signInAdministrator, signUp } from '../../users';
import type { Service, World } from '../../world';

const calls = 60;
const leastSeconds = 0.4;

interface Read {
  readonly name: string;
  readonly most: number;
  readonly paths: readonly string[];
  readonly isAdmin?: true;
}

interface BenchPeople {
  readonly learner: BenchUser;
  readonly admin: BenchUser;
}

/** The small and the grown database return the same number of rows, so that only the amount of stored data differs. */
const listReads = ({ learner }: BenchPeople, articles: readonly string[]): Read[] => [
  { name: 'an article page, rendered', most: 1.25, paths: articles.map((id) => `/ar/articles/${id}?error=none`) },
  { name: 'the list of articles, rendered', most: 1.15, paths: ['/ar/articles?error=none'] },
  { name: 'GET /api/blogs', most: 1.15, paths: ['/api/blogs?lang=ar&pageSize=6'] },
  { name: 'one article by the API', most: 1.15, paths: articles.map((id) => `/api/blog/${id}?lang=ar`) },
  { name: 'one product', most: 1.15, paths: ['/api/payment/getProduct/course-nextjs'] },
  { name: 'My Payments', most: 1.15, paths: [`/api/user/${learner.userId}/profile/getMyPayments`] },
  { name: 'My Courses', most: 1.15, paths: [`/api/user/${learner.userId}/profile/getMyCourses`] },
  { name: 'courses in administration, rendered', most: 1.15, paths: ['/ar/admin/courses'], isAdmin: true },
  { name: 'orders in administration', most: 1.15, paths: ['/api/admin/orders'], isAdmin: true },
  { name: 'orders in administration, page 3', most: 1.15, paths: ['/api/admin/orders?page=3'], isAdmin: true },
  {
    name: 'orders in administration by a buyer’s name',
    most: 1.15,
    paths: ['/api/admin/orders?q=Adel'],
    isAdmin: true,
  },
  { name: 'everybody’s payments', most: 1.15, paths: ['/api/payment/getPayments'], isAdmin: true },
  { name: 'people in administration', most: 1.15, paths: ['/api/admin/users'], isAdmin: true },
  { name: 'one person’s export', most: 1.15, paths: [`/api/user/${learner.userId}/profile/export`] },
  {
    name: 'export of one status of orders',
    most: 1.15,
    paths: ['/api/admin/orders.csv?status=refunded'],
    isAdmin: true,
  },
];

async function measureCost(
  { port, getPid: pid }: Service,
  { paths, isAdmin }: Read,
  { learner, admin }: BenchPeople,
): Promise<number> {
  const before = readProcessorSeconds([pid()]);
  const readUsedSeconds = () => readProcessorSeconds([pid()]) - before;
  let count = 0;
  for (; count < calls || readUsedSeconds() < leastSeconds; count += 1) {
    const path = paths[count % paths.length] ?? '/';
    const { status } = await sendRequest(port, path, { headers: (isAdmin ? admin : learner).headers });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }
  return (1000 * readUsedSeconds()) / count;
}

async function prepareReads({ port }: Service, people: BenchPeople): Promise<Read[]> {
  const { body } = await sendRequest(port, '/api/blogs?lang=ar&pageSize=6');
  return listReads(
    people,
    (JSON.parse(body.toString()) as { blogId: string }[]).map((each) => each.blogId),
  );
}

/** Compares a small database with one of 10,000 articles, 1,000 courses and 100,000 orders. */
export async function measureGrowth(world: World, rounds: number): Promise<Line[]> {
  const learner = await signUp(world);
  const people: BenchPeople = { learner, admin: await signInAdministrator(world) };
  await buyProduct(world, learner, 'course-nextjs');
  await world.stopSite();
  await fillDatabase(world.env, 'small');
  const small = world.createTwin();
  const filled = await fillDatabase(world.env, 'grown');
  await small.start();
  try {
    await world.start();
    await waitForJobs(small.getPid());
    await waitForJobs(world.getPid());
    const grownReads = await prepareReads(world, people);
    const lines: Line[] = [];
    for (const [index, smallRead] of (await prepareReads(small, people)).entries()) {
      const { name, most } = smallRead;
      const costs = { small: [] as number[], grown: [] as number[] };
      // Rounds below 0 do not count, because a service is slower right after its start.
      for (let round = -2; round < rounds; round += 1) {
        const [one, other] = [
          await measureCost(small, smallRead, people),
          await measureCost(world, grownReads[index] ?? smallRead, people),
        ];
        if (round < 0) continue;
        costs.small.push(one);
        costs.grown.push(other);
      }
      const compared = compareRounds(costs.grown, costs.small);
      lines.push({
        measure: `growth: ${name}`,
        goal: `≤ ${most} ×`,
        ours: `${computeMedian(costs.grown).toFixed(2)} ms`,
        reference: `${computeMedian(costs.small).toFixed(2)} ms before`,
        ...compared,
        met: compared.ratio <= most,
        ...(index === 0 && {
          note: `${filled.articles} articles, ${filled.courses} courses, ${filled.orders} orders; processor time a call, two services asked in turn`,
        }),
      });
    }
    return lines;
  } finally {
    await small.stopSite();
  }
}
