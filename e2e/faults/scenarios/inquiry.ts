import { booksRow } from '../audit';
import { isPaid, order, pay, signUp, type Purchase } from '../learner';
import type { Row, Scenario } from '../scenario';
import { until } from '../wait';
import type { World } from '../world';

const paidAfter = (world: World, purchase: Purchase): Promise<number> => until('the order is paid', 60_000, () => isPaid(world, purchase));

async function row(world: World, what: string, prepare: (purchase: Purchase) => Promise<unknown>): Promise<Row> {
  const purchase = await order(world, await signUp(world));
  await prepare(purchase);
  const took = await paidAfter(world, purchase).catch(() => null);
  await world.paymob('DELETE', 'faults');
  return { fault: 'R10', what, times: 1, held: took !== null, result: took === null ? 'never found' : `paid after ${took} ms` };
}

/** R10: asking is all there is left, and asking goes wrong. */
export const inquiries: Scenario = {
  id: 'R10',
  run: async (world) => {
    await world.site.start();
    const fault = (more: Record<string, unknown>) => world.paymob('POST', 'faults', { op: 'inquiry', ...more });
    const rows = [
      await row(world, 'inquiry answers 503 four times', async (purchase) => {
        await fault({ status: 503, times: 4 });
        await pay(world, purchase, 'no-callback');
      }),
      await row(world, 'inquiry is cut, then answers with a proxy’s page', async (purchase) => {
        await fault({ drop: 'before', times: 2 });
        await fault({ html: true, times: 2 });
        await pay(world, purchase, 'no-callback');
      }),
      await row(world, 'inquiry says declined once, then paid', async (purchase) => {
        await fault({ patch: { success: false }, times: 1 });
        await pay(world, purchase, 'no-callback');
      }),
      await row(world, 'sign-in for inquiries fails twice', async (purchase) => {
        await world.paymob('POST', 'faults', { op: 'auth', status: 500, times: 2 });
        await pay(world, purchase, 'no-callback');
      }),
      await row(world, 'a late decline hides the success', async (purchase) => {
        await pay(world, purchase, 'no-callback');
        await world.paymob('POST', 'faults', { op: 'callback', drop: 'before' });
        await pay(world, purchase, 'declined');
      }),
    ];
    return [...rows, await booksRow(world, 'R10')];
  },
};
