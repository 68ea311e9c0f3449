import { isPaid, orderProduct, pay, type Purchase, signUp } from '../learners';
import type { Finding, Scenario } from '../scenario';
import type { Stack } from '../stack';
import { waitUntil } from '../wait';

const waitUntilPaid = (stack: Stack, purchase: Purchase): Promise<number> =>
  waitUntil('the order is paid', 60_000, () => isPaid(stack, purchase));

type Prepare = (stack: Stack, purchase: Purchase) => Promise<unknown>;

const createStep =
  (what: string, prepare: Prepare) =>
  async (stack: Stack): Promise<Finding> => {
    const purchase = await orderProduct(stack, await signUp(stack));
    await prepare(stack, purchase);
    const took = await waitUntilPaid(stack, purchase).catch(() => null);
    await stack.callPaymob('DELETE', 'faults');
    return { what, times: 1, isHeld: took !== null, result: took === null ? 'never found' : `paid after ${took} ms` };
  };

const addInquiryFault = (stack: Stack, more: Record<string, unknown>): Promise<unknown> =>
  stack.callPaymob('POST', 'faults', { op: 'inquiry', ...more });

/** R10: no callback arrives, and inquiries fail. */
export const inquiries: Scenario = {
  id: 'R10',
  steps: [
    createStep('the inquiry answers 503 four times', async (stack, purchase) => {
      await addInquiryFault(stack, { status: 503, times: 4 });
      await pay(stack, purchase, 'no-callback');
    }),
    createStep('the inquiry’s connection is cut, then a proxy returns an HTML page', async (stack, purchase) => {
      await addInquiryFault(stack, { drop: 'before', times: 2 });
      await addInquiryFault(stack, { html: true, times: 2 });
      await pay(stack, purchase, 'no-callback');
    }),
    createStep('the inquiry answers declined once, then paid', async (stack, purchase) => {
      await addInquiryFault(stack, { patch: { success: false }, times: 1 });
      await pay(stack, purchase, 'no-callback');
    }),
    createStep('authentication for inquiries fails twice', async (stack, purchase) => {
      await stack.callPaymob('POST', 'faults', { op: 'auth', status: 500, times: 2 });
      await pay(stack, purchase, 'no-callback');
    }),
    createStep('a late decline hides the success', async (stack, purchase) => {
      await pay(stack, purchase, 'no-callback');
      await stack.callPaymob('POST', 'faults', { op: 'callback', drop: 'before' });
      await pay(stack, purchase, 'declined');
    }),
  ],
};
