import { generateSync } from 'otplib';
import { askService } from '@/lib/operations/control/client';
import { signTransaction } from '@/lib/payments/paymob/vectors.fixture';
import { type Learner, orderProduct, password, pay, products, requestPayment, signUp } from '../faults/learners';
import type { Stack } from '../faults/stack';
import { waitUntil } from '../faults/wait';
import { startBrowserSession } from './accounts';
import { ask, type Attack, buildBearer, expectStatus, type Finding, form, post, readCookies } from './attack';
import { countMails, waitForMailedLink } from './mail';

async function createAdministrator(stack: Stack): Promise<Record<string, string>> {
  const { email } = await signUp(stack);
  await ask(stack, { path: `/auth/confirm-email?token=${await waitForMailedLink(stack, email, 'confirm-email')}` });
  await askService(stack.dataDir, 'admin', [email]);
  const { accessToken } = JSON.parse((await post(stack, '/auth/loginAsUser', { email, sub: password })).text) as {
    accessToken: string;
  };
  const own = buildBearer(accessToken);
  const { secret } = JSON.parse((await post(stack, '/auth/totp/enrol', {}, own)).text) as { secret: string };
  await post(stack, '/auth/totp/confirm', { code: generateSync({ secret }) }, own);
  return own;
}

const buildBilling = (learner: Learner) => ({
  first_name: 'Mona',
  last_name: 'Adel',
  phone_number: '01012345678',
  email: learner.email,
});

async function orderSeats(stack: Stack, buyer: Learner): Promise<string> {
  const answer = await post(
    stack,
    `/api/payment/${buyer.userId}/sendPaymentRequest`,
    { productKey: products[0], billing_data: buildBilling(buyer), seats: 2 },
    buildBearer(buyer.token),
  );
  const orderId = String(answer.headers['x-order-id']);
  const clientSecret = new URL(answer.text.trim()).searchParams.get('clientSecret') ?? '';
  await stack.callPaymob('POST', `intentions/${clientSecret}/complete`, { scenario: 'paid' });
  const fetchState = async () =>
    (await ask(stack, { path: `/api/payment/${buyer.userId}/orders/${orderId}`, headers: buildBearer(buyer.token) }))
      .text;
  await waitUntil('the seats are paid', 20_000, async () => (await fetchState()).includes('"paid"'));
  return orderId;
}

const isAccepted = (status = 0): boolean => status >= 200 && status < 300;
const isRefused = (status = 0): boolean => status >= 400 && status < 500;

/** @returns how often each status occurred, such as `200: 5, 429: 3` */
const countStatuses = (statuses: readonly number[]): string =>
  [...new Set(statuses)].map((status) => `${status}: ${statuses.filter((each) => each === status).length}`).join(', ');

async function attackMailRelay(stack: Stack): Promise<Finding[]> {
  const [buyer, team] = [await signUp(stack), await signUp(stack)];
  const names = ['Win at https://evil.example', 'evil.example/win', 'Mona\r\nBcc: all@midan.example'];
  const buyAs = (first_name: string) =>
    post(
      stack,
      `/api/payment/${buyer.userId}/sendPaymentRequest`,
      {
        productKey: products[0],
        billing_data: { ...buildBilling(buyer), first_name, email: 'stranger@midan.example' },
      },
      buildBearer(buyer.token),
    );
  const findings: Finding[] = [];
  for (const first_name of names)
    findings.push(expectStatus(`a buyer named ${JSON.stringify(first_name)}`, await buyAs(first_name), 422));
  findings.push(expectStatus('the same purchase with an ordinary name', await buyAs('Mona'), 200));
  const orderId = await orderSeats(stack, team);
  const victim = `victim-${Date.now()}@midan.example`;
  const cookie = await startBrowserSession(stack, team.email);
  const offers: number[] = [];
  for (let tries = 0; tries < 40; tries += 1) {
    const offer = await post(
      stack,
      `/api/user/${team.userId}/seat-orders/${orderId}/invitations`,
      { emails: victim },
      buildBearer(team.token),
    );
    offers.push(offer.status);
    // Wait for the first offer's mail: withdrawing an offer also deletes its mail if that has not been sent yet.
    if (tries === 0) await countMails(stack, victim);
    const seat = /\/seats\/([\w-]+)\/withdraw/.exec(
      (await ask(stack, { path: '/en/profile/team', headers: { cookie } })).text,
    )?.[1];
    if (seat) await post(stack, `/api/user/${team.userId}/seats/${seat}/withdraw`, {}, buildBearer(team.token));
  }
  const mails = await countMails(stack, victim);
  return [
    ...findings,
    {
      what: 'a seat offered and withdrawn 40 times',
      isHeld: mails > 0 && mails <= 20 && isAccepted(offers[0]) && isRefused(offers.at(-1)),
      result: `${mails} mails, ${countStatuses(offers)}`,
    },
  ];
}

async function attackByLockout(stack: Stack): Promise<Finding[]> {
  const victim = await signUp(stack);
  const cookie = await startBrowserSession(stack, victim.email);
  const wrong: number[] = [];
  for (let tries = 0; tries < 80; tries += 1)
    wrong.push((await post(stack, '/auth/loginAsUser', { email: victim.email, sub: `wrong-lantern-${tries}` })).status);
  // Ask at once, because the delay after few wrong passwords is short.
  const right = await post(stack, '/auth/loginAsUser', { email: victim.email, sub: password });
  const again = await post(
    stack,
    `/api/user/${victim.userId}/profile/email`,
    { email: `new-${victim.email}`, currentPassword: password },
    buildBearer(victim.token),
  );
  const csrf = await ask(stack, { path: '/api/auth/csrf' });
  const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
  const device = cookie.split('; ').find((each) => /(^|-)device=/.test(each)) ?? '';
  const body = new URLSearchParams({
    csrfToken,
    email: victim.email,
    password,
    callbackUrl: '/',
    json: 'true',
  }).toString();
  const signedIn = await ask(stack, {
    method: 'POST',
    path: '/api/auth/callback/credentials',
    headers: { ...form, cookie: `${readCookies(csrf)}; ${device}` },
    body,
  });
  return [
    { what: '80 wrong passwords', isHeld: wrong[0] === 401 && wrong.at(-1) === 429, result: countStatuses(wrong) },
    expectStatus('the right password from where the wrong ones came', right, 429),
    expectStatus('the password inside a session', again, 202),
    {
      what: 'the password in a browser that was signed in',
      isHeld: readCookies(signedIn).includes('session-token='),
      result: `${signedIn.status}`,
    },
  ];
}

async function reuseLastCoupon(stack: Stack): Promise<Finding[]> {
  const code = `LAST-${Date.now()}`;
  const terms = {
    code,
    percent: 10,
    amount: null,
    startsAt: null,
    endsAt: null,
    maxUses: 5,
    maxUsesPerLearner: null,
    withSale: true,
    refundable: true,
    courses: [],
  };
  const made = await post(stack, '/api/admin/coupons', terms, await createAdministrator(stack));
  const [attacker, buyer] = [await signUp(stack), await signUp(stack)];
  const statuses: number[] = [];
  for (let at = 0; at < 8; at += 1)
    statuses.push(
      (
        await requestPayment(stack, attacker, products[0], code, {
          recipient_name: 'Hala',
          recipient_email: `friend-${at}-${Date.now()}@midan.example`,
          card: '',
          send_on: '',
        })
      ).status,
    );
  return [
    expectStatus('a coupon of five uses', made, 200, 201),
    {
      what: 'eight unpaid gifts with it',
      isHeld: isAccepted(statuses[0]) && statuses.every((status) => isAccepted(status) || isRefused(status)),
      result: countStatuses(statuses),
    },
    expectStatus('an unknown coupon', await requestPayment(stack, buyer, products[1], `${code}-X`), 422),
    expectStatus('another buyer still gets it', await requestPayment(stack, buyer, products[1], code), 200),
  ];
}

async function replayReturn(stack: Stack): Promise<Finding[]> {
  const buyer = await signUp(stack);
  const purchase = await orderProduct(stack, buyer);
  const id = await pay(stack, purchase, 'declined');
  const own = (await stack.callPaymob<Array<Record<string, unknown>>>('GET', 'transactions')).find(
    (each) => each.id === id,
  )!;
  const query = new URLSearchParams(
    Object.entries(own).flatMap(([key, value]) => (typeof value === 'object' ? [] : [[key, String(value)]])),
  );
  for (const [key, value] of Object.entries(own.source_data as object)) query.set(`source_data.${key}`, String(value));
  query.set('order', String((own.order as { id: number }).id));
  query.set('hmac', signTransaction(own, stack.site.env.PAYMOB_HMAC_SECRET ?? ''));
  await stack.callPaymob('DELETE', 'faults');
  await stack.callPaymob('POST', 'faults', { op: 'inquiry', times: 1000, patch: {} });
  const locations: string[] = [];
  for (let at = 0; at < 60; at += 1)
    locations.push((await ask(stack, { path: `/api/payment/return?${query.toString()}` })).headers.location ?? '');
  const [counter] = await stack.callPaymob<Array<{ times: number }>>('GET', 'faults');
  await stack.callPaymob('DELETE', 'faults');
  const inquiries = 1000 - (counter?.times ?? 0);
  return [
    {
      what: 'the address is a genuine one',
      isHeld: locations.every((each) => each.includes(purchase.orderId)),
      result: locations[0] ?? '',
    },
    {
      what: 'questions to the provider for 60 returns without a session',
      isHeld: inquiries > 0 && inquiries < 25,
      result: `${inquiries}`,
    },
  ];
}

const article = 'choosing-a-payment-gateway';

async function inflateViews(stack: Stack): Promise<Finding[]> {
  await askService(stack.dataDir, 'seed', []);
  const read = () => ask(stack, { path: `/api/blog/${article}?lang=en` });
  const parseViews = (text: string) => (JSON.parse(text) as { views: number }).views;
  const before = parseViews((await read()).text);
  const statuses: number[] = [];
  for (let at = 0; at < 60; at += 1)
    statuses.push(
      (await post(stack, `/api/blog/${article}/view`, {}, { 'user-agent': `Mozilla/5.0 (reader ${at}) Firefox/140` }))
        .status,
    );
  const gained = parseViews((await read()).text) - before;
  return [
    {
      what: 'sixty names of one address',
      isHeld: statuses.every(isAccepted) && gained > 0 && gained <= 4,
      result: `${gained} views, ${countStatuses(statuses)}`,
    },
  ];
}

async function floodSearch(stack: Stack): Promise<Finding[]> {
  const statuses: number[] = [];
  for (let at = 0; at < 90; at += 1)
    statuses.push((await ask(stack, { path: `/api/search?lang=en&q=word${at}` })).status);
  return [
    {
      what: 'ninety searches in a row',
      isHeld: statuses[0] === 200 && statuses.at(-1) === 429 && statuses.every((each) => each === 200 || each === 429),
      result: countStatuses(statuses),
    },
  ];
}

async function addRowsWithoutEnd(stack: Stack): Promise<Finding[]> {
  const mona = await signUp(stack);
  const purchase = await orderProduct(stack, mona);
  await pay(stack, purchase, 'paid');
  await waitUntil('the course is bought', 20_000, async () =>
    (
      await ask(stack, {
        path: `/api/payment/${mona.userId}/orders/${purchase.orderId}`,
        headers: buildBearer(mona.token),
      })
    ).text.includes('"paid"'),
  );
  const course = 'nextjs-from-zero';
  const calls: Record<string, readonly [path: string, body: object]> = {
    feedback: [`feedback/${course}`, { rating: 4, answers: { helped: 'x'.repeat(2000) } }],
    'changed details': ['profile/details', { name: 'Mona Adel', phone: '01012345678' }],
  };
  const findings: Finding[] = [];
  for (const [what, [path, body]] of Object.entries(calls)) {
    let stored = 0;
    let last = 0;
    while (
      stored < 200 &&
      (last = (await post(stack, `/api/user/${mona.userId}/${path}`, body, buildBearer(mona.token))).status) < 300
    )
      stored += 1;
    findings.push({
      what: `${what} without end`,
      isHeld: stored > 0 && last === 429,
      result: `${stored} taken, then ${last}`,
    });
  }
  const exports: number[] = [];
  while (exports.length < 50 && exports.every(isAccepted)) {
    const path = `/api/user/${mona.userId}/profile/export`;
    exports.push((await ask(stack, { path, headers: buildBearer(mona.token) })).status);
  }
  return [
    ...findings,
    {
      what: 'exports one after another',
      isHeld: exports[0] === 200 && exports.at(-1) === 429,
      result: countStatuses(exports),
    },
  ];
}

/** Addresses of different visitors, none of whom may be refused. */
const buildVisitorAddress = (at: number): string => `203.0.113.${at + 1}`;

/** Each entry spells one address (or an invalid one) differently for every number. */
const spellings: Record<string, (at: number) => string> = {
  'an IPv4 address with ports': (at) => `198.51.100.8:${1024 + at}`,
  'an IPv6 address in brackets with ports': (at) => `[2001:db8:8::1]:${1024 + at}`,
  'the same in quotes': (at) => `"[2001:db8:9::1]:${1024 + at}"`,
  'the last groups of an IPv6 address': (at) => `2001:db8:a::${at.toString(16)}`,
  'an IPv4 address as an IPv6 one': (at) => (at % 2 ? '::ffff:192.0.2.7' : `192.0.2.7:${1024 + at}`),
  'an invalid address': (at) => `unknown-${at}`,
};

async function forgeAddresses(stack: Stack): Promise<Finding[]> {
  await stack.site.kill();
  await stack.site.start({ LIMIT_SCALE: '1', TRUSTED_PROXIES: '1' });
  const search = async (spell: (at: number) => string): Promise<number[]> => {
    const statuses: number[] = [];
    for (let at = 0; at < 90; at += 1)
      statuses.push(
        (
          await ask(stack, {
            path: `/api/search?lang=en&q=word${at}`,
            headers: { 'x-forwarded-for': spell(at) },
          })
        ).status,
      );
    return statuses;
  };
  const apart = await search(buildVisitorAddress);
  const findings: Finding[] = [
    {
      what: 'ninety visitors behind the proxy are told apart',
      isHeld: apart.every((each) => each === 200),
      result: countStatuses(apart),
    },
  ];
  for (const [what, spell] of Object.entries(spellings)) {
    const statuses = await search(spell);
    const answered = statuses.filter((status) => status === 200).length;
    findings.push({
      what,
      isHeld: answered > 0 && answered <= 80 && statuses.at(-1) === 429,
      result: countStatuses(statuses),
    });
  }
  return findings;
}

export const shopAttacks: Attack[] = [
  { number: 111, title: 'the shop as a mail relay (X40)', run: attackMailRelay },
  { number: 112, title: 'a victim locked out by wrong passwords (X42)', run: attackByLockout },
  { number: 113, title: 'a coupon used up by unpaid gifts (X42)', run: reuseLastCoupon },
  { number: 114, title: 'the return address of a payment, again and again (X42)', run: replayReturn },
  { number: 115, title: 'views of one reader under many names (X23)', run: inflateViews },
  { number: 116, title: 'rows without end (X45)', run: addRowsWithoutEnd },
  { number: 117, title: 'searches one after another (X42)', run: floodSearch },
];

/** Run this attack last, because it restarts the service as if behind a proxy. */
export const proxyAttacks: Attack[] = [
  { number: 118, title: 'one address in many spellings (X41)', run: forgeAddresses },
];
