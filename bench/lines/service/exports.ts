import { fillMonth } from '../../fill';
import { sendRequest } from '../../http';
import type { Line } from '../../line';
import { readProcessorSeconds, readResidentMegabytes } from '../../processor-time';
import { signInAdministrator } from '../../users';
import type { Service, World } from '../../world';

const month = '2026-04';
const everyMs = 50;
/** Allowed memory growth. A month's export is larger, so the service must not hold all of it in memory. */
const maxMegabytes = 100;

interface Export {
  readonly name: string;
  readonly path: string;
  readonly countRows: (body: Buffer) => number;
}

const countLines = (body: Buffer): number => body.toString('latin1').split('\r\n').length - 2;

const exports: readonly Export[] = [
  { name: 'orders as CSV', path: '/api/admin/orders.csv', countRows: countLines },
  { name: 'tax receipts as CSV', path: `/api/admin/receipts.csv?month=${month}`, countRows: countLines },
  {
    name: 'tax receipts as e-receipt JSON',
    path: `/api/admin/receipts.json?month=${month}`,
    countRows: (body) => (JSON.parse(body.toString()) as { receipts: unknown[] }).receipts.length,
  },
];

async function measurePeakWhile<Value>(
  { getPid: pid }: Service,
  work: () => Promise<Value>,
): Promise<{ value: Value; above: number }> {
  const before = readResidentMegabytes(pid());
  let most = before;
  const timer = setInterval(() => void (most = Math.max(most, readResidentMegabytes(pid()))), everyMs);
  try {
    return { value: await work(), above: most - before };
  } finally {
    clearInterval(timer);
  }
}

/** Row N12: exports 100,000 orders with receipts from the embedded database. */
export async function measureExports(world: World): Promise<Line[]> {
  const admin = await signInAdministrator(world);
  await world.stopSite();
  const filled = await fillMonth(world.env, month);
  await world.start();
  const lines: Line[] = [];
  for (const { name, path, countRows: rowsOf } of exports) {
    // The first export does not count: the embedded database reads its pages from disk.
    await sendRequest(world.port, path, { headers: admin.headers });
    const usedBefore = readProcessorSeconds([world.getPid()]);
    const { value: answer, above } = await measurePeakWhile(world, () =>
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
      note: `${rows.toLocaleString('en')} rows, ${(answer.body.length / 1e6).toFixed(1)} MB in ${(answer.milliseconds / 1000).toFixed(1)} s, ${(readProcessorSeconds([world.getPid()]) - usedBefore).toFixed(1)} s of processor; ${Math.round(readResidentMegabytes(world.getPid()))} MB resident`,
    });
  }
  return lines;
}
