import { isPaid, order, pay, signUp, type Purchase } from '../learner';
import type { Finding, Scenario } from '../scenario';
import { until } from '../wait';
import type { World } from '../world';

const paidAfter = (world: World, purchase: Purchase): Promise<number> => until('the order is paid', 60_000, () => isPaid(world, purchase));

type Prepare = (world: World, purchase: Purchase) => Promise<unknown>;

const step = (what: string, prepare: Prepare) => async (world: World): Promise<Finding> => {
  const purchase = await order(world, await signUp(world));
  await prepare(world, purchase);
  const took = await paidAfter(world, purchase).catch(() => null);
  await world.paymob('DELETE', 'faults');
  return { what, times: 1, held: took !== null, result: took === null ? 'never found' : `paid after ${took} ms` };
};

const fault = (world: World, more: Record<string, unknown>): Promise<unknown> => world.paymob('POST', 'faults', { op: 'inquiry', ...more });

/** R10: asking is all there is left, and asking goes wrong. */
export const inquiries: Scenario = {
  id: 'R10',
  steps: [
    step('inquiry answers 503 four times', async (world, purchase) => {
      await fault(world, { status: 503, times: 4 });
      await pay(world, purchase, 'no-callback');
    }),
    step('inquiry is cut, then answers with a proxy’s page', async (world, purchase) => {
      await fault(world, { drop: 'before', times: 2 });
      await fault(world, { html: true, times: 2 });
      await pay(world, purchase, 'no-callback');
    }),
    step('inquiry says declined once, then paid', async (world, purchase) => {
      await fault(world, { patch: { success: false }, times: 1 });
      await pay(world, purchase, 'no-callback');
    }),
    step('sign-in for inquiries fails twice', async (world, purchase) => {
      await world.paymob('POST', 'faults', { op: 'auth', status: 500, times: 2 });
      await pay(world, purchase, 'no-callback');
    }),
    step('a late decline hides the success', async (world, purchase) => {
      await pay(world, purchase, 'no-callback');
      await world.paymob('POST', 'faults', { op: 'callback', drop: 'before' });
      await pay(world, purchase, 'declined');
    }),
  ],
};
