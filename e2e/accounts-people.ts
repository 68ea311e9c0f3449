import { expect, type APIRequestContext } from '@playwright/test';
import { worldPorts } from './world-ports';

export const password = 'river-lantern-42';
export const freshEmail = (name = 'learner'): string => `${name}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@midan.example`;

/** A session of the API: what it sends, and whose it is. */
export type Person = { userId: string; email: string; accessToken: string; refreshToken: string; headers: Record<string, string> };

type Tokens = { userId: string; accessToken: string; refreshToken: string };

export const personOf = (tokens: Tokens, email = ''): Person => ({ ...tokens, email, headers: { authorization: `Bearer ${tokens.accessToken}` } });

export async function newLearner(request: APIRequestContext, email = freshEmail()): Promise<Person> {
  const answer = await request.post('/auth/createUser', { data: { name: 'Nadia Farouk', email, phone: '01001234567', sub: password } });
  expect(answer.status()).toBe(201);
  return personOf((await answer.json()) as Tokens, email);
}

export async function newGuest(request: APIRequestContext): Promise<Person> {
  const answer = await request.post('/auth/loginAsGuest', { data: {} });
  expect(answer.status()).toBe(201);
  return personOf((await answer.json()) as Tokens);
}

/** Signed in with a token of the mock provider, which has verified the address. */
export async function withGoogle(request: APIRequestContext, email: string): Promise<Person> {
  const minted = await request.post(`http://127.0.0.1:${worldPorts().signIn}/_mock/id-token`, {
    headers: { 'x-mock-token': 'mock' }, data: { provider: 'google', person: { email, name: 'Hala Chief', emailVerified: true } },
  });
  const answer = await request.post('/auth/loginWithGoogle', { data: (await minted.json()) as { idToken: string } });
  expect(answer.status()).toBe(200);
  return personOf((await answer.json()) as Tokens, email);
}

type Mail = { id: number; subject: string; text: string };

/** The newest mail to somebody whose subject matches, once it has come. */
export async function mailTo(request: APIRequestContext, to: string, subject: RegExp): Promise<Mail> {
  const mailbox = `http://127.0.0.1:${worldPorts().mailbox}/api/messages`;
  let found: Mail | undefined;
  await expect(async () => {
    const listed = (await (await request.get(`${mailbox}?to=${encodeURIComponent(to)}`)).json()) as Mail[];
    found = listed.filter((mail) => subject.test(mail.subject)).at(-1);
    expect(found).toBeDefined();
  }).toPass({ timeout: 30_000 });
  return (await (await request.get(`${mailbox}/${found!.id}`)).json()) as Mail;
}

/** The six digits that stand alone on a line of the newest code mail. */
export async function mailedCode(request: APIRequestContext, to: string): Promise<string> {
  const { text } = await mailTo(request, to, /code|رمز/i);
  return /^\d{6}$/m.exec(text)![0];
}
