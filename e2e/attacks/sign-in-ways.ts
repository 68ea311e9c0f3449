import { TestAuthenticator } from '@/tests/support/authenticator';
import { password, signUp } from '../faults/learners';
import type { Stack } from '../faults/stack';
import {
  type Answer,
  ask,
  type Attack,
  buildBearer,
  dropId,
  expectStatus,
  type Finding,
  post,
  readCookies,
} from './attack';
import { waitForMailedCode, waitForMailedLink } from './mail';

const parseOptions = ({ text }: Answer) => JSON.parse(text) as { challenge: string };

const changeLastDigit = (code: string): string => code.slice(0, 5) + String((Number(code.slice(5)) + 1) % 10);

async function attackCodes(stack: Stack): Promise<Finding[]> {
  const [mona, other] = [await signUp(stack), await signUp(stack)];
  const unknown = `nobody-${Date.now()}@midan.example`;
  const send = (email: string) => post(stack, '/auth/send-login-code', { email });
  const enter = (email: string, otp: string) => post(stack, '/auth/loginWithCode', { email, otp });
  const [known, absent] = [await send(mona.email), await send(unknown)];
  const code = await waitForMailedCode(stack, mona.email);
  const [wrong, unknownAccount] = [await enter(mona.email, changeLastDigit(code)), await enter(unknown, code)];
  const findings: Finding[] = [
    {
      what: 'a code asked for, known and unknown address',
      isHeld: known.status === 202 && dropId(known) === dropId(absent),
      result: `${known.status} ${absent.status}`,
    },
    {
      what: 'a wrong code, known and unknown address',
      isHeld: wrong.status === 401 && dropId(wrong) === dropId(unknownAccount),
      result: `${wrong.status} ${unknownAccount.status}`,
    },
    expectStatus('the code of another address', await enter(other.email, code), 401),
    expectStatus(
      'a code for signing in as a proof for a new password',
      await post(stack, '/auth/verify-otp', { email: mona.email, otp: code }),
      422,
    ),
    expectStatus('the right code', await enter(mona.email, code), 200),
    expectStatus('the same code again', await enter(mona.email, code), 401),
  ];
  await send(other.email);
  const guessed = await waitForMailedCode(stack, other.email);
  for (let tries = 0; tries < 5; tries += 1) await enter(other.email, changeLastDigit(guessed));
  return [
    ...findings,
    expectStatus('the right code after five wrong ones', await enter(other.email, guessed), 401, 429),
  ];
}

/** Returns the cookie to which the service binds a sign-in challenge. */
async function createBrowserCookie(stack: Stack): Promise<Record<string, string>> {
  return { cookie: readCookies(await ask(stack, { path: '/api/auth/csrf' })) };
}

async function attackPasskeys(stack: Stack): Promise<Finding[]> {
  const [mona, other] = [await signUp(stack), await signUp(stack)];
  const here = { origin: stack.site.url, rpId: new URL(stack.site.url).hostname };
  const key = new TestAuthenticator();
  const fetchRegisterOptions = async ({ token }: { token: string }) =>
    parseOptions(await post(stack, '/auth/passkey/register-options', {}, buildBearer(token)));
  const register = (credential: object) =>
    post(stack, '/auth/passkey/register', { credential }, buildBearer(mona.token));
  const added = key.create(await fetchRegisterOptions(mona), here);
  const findings = [
    expectStatus(
      'a passkey for another’s challenge',
      await register(key.create(await fetchRegisterOptions(other), here)),
      422,
    ),
    expectStatus(
      'a passkey made on another site',
      await register(key.create(await fetchRegisterOptions(mona), { ...here, origin: 'https://evil.example' })),
      422,
    ),
    expectStatus(
      'a passkey of another site’s id',
      await register(key.create(await fetchRegisterOptions(mona), { ...here, rpId: 'evil.example' })),
      422,
    ),
    expectStatus(
      'a passkey without the person being verified',
      await register(key.create(await fetchRegisterOptions(mona), { ...here, userVerified: false })),
      422,
    ),
    expectStatus('a passkey', await register(added), 201),
    expectStatus('the same answer again', await register(added), 422),
  ];
  const [mine, foreign] = [await createBrowserCookie(stack), await createBrowserCookie(stack)];
  const fetchSignInOptions = async (browser: Record<string, string>) =>
    parseOptions(await post(stack, '/auth/passkey/sign-in-options', {}, browser));
  const signIn = (credential: object, browser = mine) => post(stack, '/auth/loginWithPasskey', { credential }, browser);
  const shown = key.show(await fetchSignInOptions(mine), here);
  return [
    ...findings,
    expectStatus(
      'a challenge of another browser',
      await signIn(key.show(await fetchSignInOptions(foreign), here)),
      401,
    ),
    expectStatus('a challenge for registering', await signIn(key.show(await fetchRegisterOptions(mona), here)), 401),
    expectStatus(
      'a sign-in signed for another site',
      await signIn(key.show(await fetchSignInOptions(mine), { ...here, origin: 'https://evil.example' })),
      401,
    ),
    expectStatus(
      'an unregistered key',
      await signIn(new TestAuthenticator().show(await fetchSignInOptions(mine), here)),
      401,
    ),
    expectStatus('a sign-in', await signIn(shown), 200),
    expectStatus('the same answer again', await signIn(shown), 401),
    expectStatus(
      'a copy that counts from the start',
      await signIn(key.show(await fetchSignInOptions(mine), { ...here, counter: 1 })),
      401,
    ),
  ];
}

async function attackEmailChange(stack: Stack): Promise<Finding[]> {
  const [mona, other] = [await signUp(stack), await signUp(stack)];
  // Confirm the address, because only a confirmed one can undo the change.
  await ask(stack, {
    path: `/auth/confirm-email?token=${await waitForMailedLink(stack, mona.email, 'auth/confirm-email')}`,
    headers: buildBearer(mona.token),
  });
  const address = `new-${Date.now()}@midan.example`;
  const change = (email: string, { userId, token } = mona) =>
    post(stack, `/api/user/${userId}/profile/email`, { email, currentPassword: password }, buildBearer(token));
  const confirm = (token: string, headers: Record<string, string>) =>
    post(stack, '/auth/confirm-new-email', { token }, headers);
  const [free, taken] = [await change(address), await change(mona.email, other)];
  const link = await waitForMailedLink(stack, address, 'confirm-new-email');
  const findings = [
    expectStatus('an address changed by another', await change(address, { ...other, userId: mona.userId }), 403),
    {
      what: 'a free address and a taken one',
      isHeld: free.status === 202 && dropId(free) === dropId(taken),
      result: `${free.status} ${taken.status}`,
    },
    expectStatus('a link of one’s own making', await confirm('A'.repeat(43), buildBearer(mona.token)), 422),
    expectStatus('the link in another’s session', await confirm(link, buildBearer(other.token)), 403, 422),
    expectStatus(
      'the link to confirm as one to restore',
      await post(stack, '/auth/restore-email', { token: link }),
      422,
    ),
    expectStatus('the link', await confirm(link, buildBearer(mona.token)), 200),
    expectStatus(
      'a session of before',
      await ask(stack, { path: `/api/user/${mona.userId}/sessions`, headers: buildBearer(mona.token) }),
      401,
    ),
  ];
  const undo = await waitForMailedLink(stack, mona.email, 'restore-email');
  const restore = () => post(stack, '/auth/restore-email', { token: undo });
  return [
    ...findings,
    expectStatus('undone from the old address', await restore(), 200),
    expectStatus('undone again', await restore(), 422),
  ];
}

export const signInWayAttacks: Attack[] = [
  { number: 105, title: 'a code by mail (N21, X07)', run: attackCodes },
  { number: 106, title: 'passkeys (N22, X37)', run: attackPasskeys },
  { number: 107, title: 'a changed address (N24, X36)', run: attackEmailChange },
];
