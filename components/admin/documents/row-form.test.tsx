// @vitest-environment happy-dom
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CouponEditor } from '@/components/admin/coupon-editor';
import type { FormLabels } from '@/components/form/form-labels';
import { callJson, type Outcome } from '@/components/session/json-call';
import type { GroupNode } from '@/lib/content/form/form-node';
import { provideMessages } from '@/tests/support/with-messages';
import { RowForm } from './row-form';

vi.mock('@/components/session/json-call', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  callJson: vi.fn(),
}));
const router = { refresh: vi.fn(), replace: vi.fn() };
vi.mock('next/navigation', () => ({ useRouter: () => router }));

const names = new Proxy({}, { get: (_target, name) => String(name) });
const form: unknown = {
  lang: 'en',
  labels: { en: 'English', web: 'Web' },
  help: {},
  messages: {},
  picker: names,
  rich: names,
};
const count = { kind: 'number', integer: true, nullable: true } as const;
const money = { ...count, format: 'money' } as const;

const priceNode: GroupNode = {
  kind: 'group',
  fields: [
    { name: 'amount', required: true, node: { ...money, nullable: false }, row: 'price' },
    { name: 'saleAmount', required: false, node: money, row: 'price' },
    {
      name: 'name',
      required: true,
      label: 'Name',
      node: {
        kind: 'group',
        isLocalised: true,
        fields: [{ name: 'en', required: true, node: { kind: 'text', format: 'plain', nullable: false } }],
      },
    },
    { name: 'courses', required: true, node: { kind: 'choices', options: ['web', 'mobile'] } },
  ],
};
const price = { amount: 129_950, saleAmount: null, name: { en: 'Web' }, courses: ['web'] };
const couponNode: GroupNode = {
  kind: 'group',
  fields: [
    { name: 'percent', required: true, label: 'Percent', node: { ...count, format: 'percent' } },
    { name: 'amount', required: true, label: 'Amount', node: money },
  ],
};

let root: Root;
let place: HTMLElement;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  vi.resetAllMocks();
  vi.mocked(callJson).mockResolvedValue({ ok: false, status: 0, key: 'unreachable', title: '', errors: {} });
  localStorage.clear();
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
});
afterEach(() => {
  act(() => root.unmount());
  place.remove();
});

const show = (shown: ReactNode) => act(() => root.render(provideMessages(shown)));
const showPrice = () =>
  show(
    <RowForm
      draftKey="product:hala:web"
      title="Web"
      node={priceNode}
      initial={price}
      version="u1"
      url="/api/admin/products/web"
      form={form as FormLabels}
      idPrefix="web"
      folded={{ label: 'Texts', names: ['name'] }}
    />,
  );
const showNewCoupon = (initial: Record<string, number | null> = { percent: null, amount: null }) =>
  show(
    <CouponEditor
      draftKey="coupon:hala:new"
      title="Coupon"
      node={couponNode}
      initial={initial}
      version=""
      url="/api/admin/coupons"
      created={{ folder: '/en/admin/coupons', field: 'id' }}
      form={form as FormLabels}
    />,
  );
const findField = (name: string) => place.querySelector<HTMLInputElement>(`[name="${name}"]`)!;
function enter(control: HTMLInputElement | HTMLSelectElement, text: string) {
  act(() => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!.set!.call(control, text);
    control.dispatchEvent(new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
  });
}
const mockAnswers = (...outcomes: Outcome[]) =>
  outcomes.forEach((outcome) => vi.mocked(callJson).mockResolvedValueOnce(outcome));
const save = () => act(async () => place.querySelector('form')!.requestSubmit());
const readSentBody = () => vi.mocked(callJson).mock.calls.at(-1)?.[0].body;

test('prices are typed in pounds and sent in piastres; an emptied price is missing, not 0 [O7]', async () => {
  showPrice();
  expect([findField('amount').value, findField('amount').id]).toEqual(['1299.50', 'web-amount']);
  enter(findField('amount'), '');
  enter(findField('saleAmount'), '999');
  await save();
  expect(readSentBody()).toEqual({ ...price, amount: null, saleAmount: 99_900, updatedAt: 'u1' });
});

test('texts of each language are labelled with it, and open when one is refused [O7]', async () => {
  showPrice();
  const details = place.querySelector('details')!;
  expect([details.open, findField('name.en').labels?.[0]?.textContent, findField('name.en').lang]).toEqual([
    false,
    'Name (English)*',
    'en',
  ]);
  mockAnswers({ ok: false, status: 422, key: 'invalid', title: '', errors: { 'name.en': 'Required' } });
  await save();
  expect([details.open, details.textContent?.includes('Required')]).toEqual([true, true]);
});

test('courses are chosen from a list [N10, N11]', async () => {
  showPrice();
  const [web, mobile] = place.querySelectorAll<HTMLInputElement>('[name="courses"]');
  act(() => mobile!.click());
  act(() => web!.click());
  await save();
  expect(readSentBody()).toMatchObject({ courses: ['mobile'] });
});

test('shows the second of two admins both prices in pounds, and keeps typed text after a closed tab [O7]', async () => {
  showPrice();
  enter(findField('amount'), '1500');
  mockAnswers(
    { ok: false, status: 409, key: 'conflict', title: '', errors: {} },
    { ok: true, answer: { ...price, amount: 140_000, updatedAt: 'u2', key: 'web' } },
  );
  await save();
  expect([place.querySelector('del')?.textContent, place.querySelector('ins')?.textContent]).toEqual(['1400', '1500']);
  act(() => root.unmount());
  root = createRoot(place);
  showPrice();
  expect([findField('amount').value, place.textContent?.includes('restored')]).toEqual(['1500', true]);
});

test('clearing the amount of a coupon does not turn its field into a percentage [N10]', () => {
  showNewCoupon({ percent: null, amount: 5000 });
  enter(findField('amount'), '');
  expect(findField('kind').value).toBe('amount');
  enter(findField('amount'), '70');
  expect(findField('amount').value).toBe('70');
});

test('a number typed before the kind of discount changes is kept, and a new coupon gets its own page [N10]', async () => {
  showNewCoupon();
  enter(findField('percent'), '50');
  enter(place.querySelector<HTMLSelectElement>('[name="kind"]')!, 'amount');
  expect(findField('amount').value).toBe('50');
  mockAnswers({ ok: true, answer: { id: 'c1', percent: null, amount: 5000, updatedAt: 'u1' } });
  await save();
  expect([readSentBody(), router.replace.mock.calls, localStorage.length]).toEqual([
    { percent: null, amount: 5000 },
    [['/en/admin/coupons/c1']],
    0,
  ]);
});
