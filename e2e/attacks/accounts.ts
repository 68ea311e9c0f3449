import { ask as askAs, isPaid, orderProduct, password, pay, products, signUp } from '../faults/learners';
import type { Stack } from '../faults/stack';
import { waitUntil } from '../faults/wait';
import { ask, type Attack, buildBearer, dropId, expectStatus, type Finding, form, post, readCookies } from './attack';
import { waitForMailedCode, waitForMailedLink } from './mail';

export async function startBrowserSession(stack: Stack, email: string): Promise<string> {
  const csrf = await ask(stack, { path: '/api/auth/csrf' });
  const { csrfToken } = JSON.parse(csrf.text) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken, email, password, callbackUrl: '/', json: 'true' }).toString();
  const signedIn = await ask(stack, {
    method: 'POST',
    path: '/api/auth/callback/credentials',
    headers: { ...form, cookie: readCookies(csrf) },
    body,
  });
  return `${readCookies(csrf)}; ${readCookies(signedIn)}`;
}

const buildUnsignedToken = (payload: object): string =>
  [{ alg: 'none', typ: 'JWT' }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.') + '.';

export const accountAttacks: Attack[] = [
  {
    number: 14,
    title: 'other sites, other schemes: 14 and 16',
    run: async (stack) => {
      const mona = await signUp(stack);
      const cookie = await startBrowserSession(stack, mona.email);
      const path = `/api/user/${mona.userId}/sessions`;
      const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
      return [
        expectStatus(
          'a bearer from a foreign origin is an application',
          await ask(stack, { path, headers: { ...buildBearer(mona.token), ...foreign } }),
          200,
        ),
        expectStatus(
          'a cookie beside Basic authorization counts',
          await ask(stack, { path, headers: { cookie, authorization: 'Basic eDp5' } }),
          200,
        ),
        expectStatus(
          'a change by cookie from a foreign origin',
          await post(stack, `${path}/end-all`, {}, { cookie, ...foreign }),
          403,
        ),
        expectStatus(
          'a change by cookie from origin null',
          await post(stack, `${path}/end-all`, {}, { cookie, origin: 'null' }),
          403,
        ),
        expectStatus(
          'a form by cookie from a foreign origin',
          await ask(stack, {
            method: 'POST',
            path: `${path}/end-all`,
            headers: { ...form, cookie, ...foreign },
            body: 'a=1',
          }),
          403,
        ),
        expectStatus('signed in after all of them', await ask(stack, { path, headers: { cookie } }), 200),
      ];
    },
  },
  {
    number: 13,
    title: 'a bearer after sign-out',
    run: async (stack) => {
      const mona = await signUp(stack);
      const purchase = await orderProduct(stack, mona);
      await pay(stack, purchase, 'paid');
      await waitUntil('the course is bought', 20_000, () => isPaid(stack, purchase));
      const path = `/api/user/${mona.userId}/video/stream/nextjs-from-zero/02-first-page.mp4`;
      const headers = { ...buildBearer(mona.token), range: 'bytes=0-9' };
      const before = await ask(stack, { path, headers });
      await post(stack, '/auth/logout', {}, buildBearer(mona.token));
      return [
        expectStatus('its stream before', before, 206),
        expectStatus('its stream at once after', await ask(stack, { path, headers }), 401),
      ];
    },
  },
  {
    number: 104,
    title: 'other people’s objects (X01, X02, X11)',
    run: async (stack) => {
      const [mona, other] = [await signUp(stack), await signUp(stack)];
      const purchase = await orderProduct(stack, other);
      const sessions = JSON.parse((await askAs(stack, other, 'GET', '/api/user/{userId}/sessions')).text) as
        { sessions?: { id: string }[] } | { id: string }[];
      const [session] = Array.isArray(sessions) ? sessions : (sessions.sessions ?? []);
      const mine = buildBearer(mona.token);
      const own = `/api/payment/${mona.userId}/orders/${purchase.orderId}`;
      const cheap = await post(
        stack,
        `/api/payment/${mona.userId}/sendPaymentRequest`,
        {
          productKey: products[0],
          amount: 1,
          items: [{ amount: 1 }],
          billing_data: { first_name: 'a', last_name: 'b', phone_number: '01001234567', email: mona.email },
        },
        mine,
      );
      const intentions = JSON.stringify(await stack.callPaymob('GET', 'intentions'));
      const chosen = await post(stack, '/auth/createUser', {
        name: 'Eve',
        email: `eve-${Date.now()}@midan.example`,
        phone: '01012345678',
        sub: password,
        role: 'admin',
        userId: other.userId,
      });
      const forged = buildUnsignedToken({
        sub: other.userId,
        userId: other.userId,
        role: 'admin',
        sid: session?.id,
        exp: 4_000_000_000,
      });
      const role = (JSON.parse(chosen.text) as { role?: string }).role ?? 'none';
      return [
        expectStatus('another’s order under one’s own id', await ask(stack, { path: own, headers: mine }), 403, 404),
        expectStatus(
          'a refund of another’s order',
          await post(stack, `${own}/refund`, { reason: 'x' }, mine),
          403,
          404,
        ),
        expectStatus(
          'another’s receipt',
          await ask(stack, { path: `/ar/payment/receipt/${purchase.orderId}`, headers: mine }),
          404,
        ),
        expectStatus(
          'another’s session under one’s own id',
          await post(stack, `/api/user/${mona.userId}/sessions/${session?.id ?? 'none'}/end`, {}, mine),
          403,
          404,
        ),
        expectStatus(
          'another’s export',
          await ask(stack, { path: `/api/user/${other.userId}/profile/export`, headers: mine }),
          403,
        ),
        expectStatus(
          'a token without a signature',
          await ask(stack, { path: `/api/user/${other.userId}/sessions`, headers: buildBearer(forged) }),
          401,
        ),
        expectStatus(
          'another is still signed in',
          await ask(stack, { path: `/api/user/${other.userId}/sessions`, headers: buildBearer(other.token) }),
          200,
        ),
        { what: 'a role of one’s own choice', isHeld: role === 'learner', result: role },
        {
          what: 'a price of one’s own choice',
          isHeld: cheap.status === 200 && !/"amount(_cents)?":1[,}]/.test(intentions),
          result: `${cheap.status}`,
        },
      ];
    },
  },
  {
    number: 4,
    title: 'guessing (X07, X29)',
    run: async (stack) => {
      const { email } = await signUp(stack);
      const unknown = { email: `nobody-${Date.now()}@midan.example`, sub: password };
      const [wrong, unknownAccount] = [
        await post(stack, '/auth/loginAsUser', { email, sub: 'another-lantern' }),
        await post(stack, '/auth/loginAsUser', unknown),
      ];
      const findings: Finding[] = [
        {
          what: 'a wrong password and an unknown address',
          isHeld: wrong.status === 401 && dropId(wrong) === dropId(unknownAccount),
          result: `${wrong.status} ${unknownAccount.status}`,
        },
      ];
      for (let tries = 0; tries < 8; tries += 1)
        await post(stack, '/auth/loginAsUser', { email, sub: `another-lantern-${tries}` });
      findings.push(
        expectStatus(
          'the right password after nine wrong ones of the same address, at once',
          await post(stack, '/auth/loginAsUser', { email, sub: password }),
          429,
        ),
      );
      const [known, absent] = [
        await post(stack, '/auth/forgot-password', { email }),
        await post(stack, '/auth/forgot-password', { email: unknown.email }),
      ];
      findings.push({
        what: 'a forgotten password, known and unknown',
        isHeld: known.status === 202 && dropId(known) === dropId(absent),
        result: `${known.status} ${absent.status}`,
      });
      const code = await waitForMailedCode(stack, email);
      for (let tries = 0; tries < 5; tries += 1)
        await post(stack, '/auth/verify-otp', { email, otp: code === '000000' ? '000001' : '000000' });
      return [
        ...findings,
        expectStatus(
          'the right code after five wrong ones',
          await post(stack, '/auth/verify-otp', { email, otp: code }),
          422,
          429,
        ),
      ];
    },
  },
  {
    number: 108,
    title: 'an account made with a stranger’s address (X28)',
    run: async (stack) => {
      const stranger = await signUp(stack);
      const second = JSON.parse(
        (await post(stack, '/auth/loginAsUser', { email: stranger.email, sub: password })).text,
      ) as { accessToken: string };
      await post(stack, '/auth/totp/enrol', {}, buildBearer(stranger.token));
      const path = `/api/user/${stranger.userId}/sessions`;
      const opened = await ask(stack, {
        path: `/auth/confirm-email?token=${await waitForMailedLink(stack, stranger.email, 'confirm-email')}`,
      });
      const findings = [
        expectStatus('the owner opens the link', opened, 303),
        expectStatus(
          'the stranger’s second session after it',
          await ask(stack, { path, headers: buildBearer(second.accessToken) }),
          401,
        ),
      ];
      await post(stack, '/auth/forgot-password', { email: stranger.email });
      const { resetToken } = JSON.parse(
        (
          await post(stack, '/auth/verify-otp', {
            email: stranger.email,
            otp: await waitForMailedCode(stack, stranger.email),
          })
        ).text,
      ) as { resetToken: string };
      return [
        ...findings,
        expectStatus(
          'the owner sets a password',
          await post(stack, '/auth/reset-password', {
            sub: 'another-lantern-7',
            confirmPassword: 'another-lantern-7',
            resetToken,
          }),
          200,
        ),
        expectStatus(
          'the session that signed up, after it',
          await ask(stack, { path, headers: buildBearer(stranger.token) }),
          401,
        ),
        expectStatus(
          'the stranger’s password, after it',
          await post(stack, '/auth/loginAsUser', { email: stranger.email, sub: password }),
          401,
        ),
      ];
    },
  },
  {
    number: 109,
    title: 'text that another user typed in the same browser (X44)',
    run: async (stack) => {
      const [mona, other] = [await signUp(stack), await signUp(stack)];
      const [monas, others] = [
        await startBrowserSession(stack, mona.email),
        await startBrowserSession(stack, other.email),
      ];
      const page = '/en/profile/details?error=invalid';
      const typed = 'https://typed.example';
      const sent = await ask(stack, {
        method: 'POST',
        path: `/api/user/${mona.userId}/profile/details`,
        headers: { ...form, cookie: monas, origin: stack.site.url, referer: `${stack.site.url}/en/profile/details` },
        body: new URLSearchParams({ name: typed }).toString(),
      });
      const kept = readCookies(sent);
      const showsAccount = async (cookie: string) =>
        (await ask(stack, { path: page, headers: { cookie: `${cookie}; ${kept}` } })).text.includes(typed);
      const isShown = await showsAccount(monas);
      const signedOut = await ask(stack, {
        method: 'POST',
        path: '/auth/logout',
        headers: { ...form, cookie: monas, origin: stack.site.url },
        body: '',
      });
      return [
        { what: 'it is kept for the person who typed it', isHeld: isShown, result: String(isShown) },
        {
          what: 'the next person',
          isHeld: !(await showsAccount(others)),
          result: kept === '' ? 'nothing was kept' : 'sees nothing',
        },
        {
          what: 'signing out removes it',
          isHeld: readCookies(signedOut).split('; ').includes('form='),
          result: readCookies(signedOut),
        },
      ];
    },
  },
];
