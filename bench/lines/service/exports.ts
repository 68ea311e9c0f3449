import { sendRequest } from '../../http';
import { fillMonth } from '../../fill';
import type { Line } from '../../line';
import { signInAdministrator } from '../../users';
import { processorSeconds, residentMegabytes } from '../../processor-time';
import type { Service, World } from '../../world';

const month = '2026-04';
const everyMs = 50;
/** Allowed memory growth. A month's export is larger, so the service must not hold all of it in memory. */
const maxMegabytes = 100;

interface Export {
  readonly name: string;
  readonly path: string;
  readonly rowsOf: (body: Buffer) => number;
}

const linesOf = (body: Buffer): number => body.toString('latin1').split('\r\n').length - 2;

const exports: readonly Export[] = [
  { name: 'orders as CSV', path: '/api/admin/orders.csv', rowsOf: linesOf },
  { name: 'tax receipts as CSV', path: `/api/admin/receipts.csv?month=${month}`, rowsOf: linesOf },
  {
    name: 'tax receipts as e-receipt JSON',
    path: `/api/admin/receipts.json?month=${month}`,
    rowsOf: (body) => (JSON.parse(body.toString()) as { receipts: unknown[] }).receipts.length,
  },
];

async function peakWhile<Value>(
  { pid }: Service,
  work: () => Promise<Value>,
): Promise<{ value: Value; above: number }> {
  const before = residentMegabytes(pid());
  let most = before;
  const timer = setInterval(() => void (most = Math.max(most, residentMegabytes(pid()))), everyMs);
  try {
    return { value: await work(), above: most - before };
  } finally {
    clearInterval(timer);
  }
}

/** Row N12: exports 100,000 orders with receipts from the embedded database. */
export async function exportsOfAMonth(world: World): Promise<Line[]> {
  const admin = await signInAdministrator(world);
  await world.stopSite();
  const filled = await fillMonth(world.env, month);
  await world.start();
  const lines: Line[] = [];
  for (const { name, path, rowsOf } of exports) {
    // The first export does not count: the embedded database reads its pages from disk.
    await sendRequest(world.port, path, { headers: admin.headers });
    const usedBefore = processorSeconds([world.pid()]);
    const { value: answer, above } = await peakWhile(world, () =>
      sendRequest(world.port, path, { headers: admin.headers }),
    );
    const rows = rowsOf(answer.body);
    if (answer.status !== 200 || rows < filled)
      throw new Error(`${path} answered ${answer.status} with ${rows} of ${filled} rows`);
    lines.push({
      measure: `export of a month: ${name}`,
      goal: `≤ ${maxMegabytes} MB more`,
      ours: `${Math.round(above)} MB more`,
      reference: '',
      ratio: null,
      spread: null,
      met: above <= maxMegabytes,
      note: `${rows.toLocaleString('en')} rows, ${(answer.body.length / 1e6).toFixed(1)} MB in ${(answer.milliseconds / 1000).toFixed(1)} s, ${(processorSeconds([world.pid()]) - usedBefore).toFixed(1)} s of processor; ${Math.round(residentMegabytes(world.pid()))} MB resident`,
    });
  }
  return lines;
}
