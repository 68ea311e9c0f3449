import { expect } from '@playwright/test';
import { callJson } from './api';
import { ports } from './services/ports';

interface Mail {
  id: number;
  subject: string;
  text: string;
}

const testMailbox = `http://127.0.0.1:${ports.mailbox}`;

export async function waitForMail(to: string, subject: RegExp, mailbox = testMailbox): Promise<Mail> {
  const messages = `${mailbox}/api/messages`;
  let found: Mail | undefined;
  await expect(async () => {
    const listed = await callJson<Mail[]>(`${messages}?to=${encodeURIComponent(to)}`);
    found = listed.filter((mail) => subject.test(mail.subject)).at(-1);
    expect(found).toBeDefined();
  }).toPass({ timeout: 30_000 });
  return callJson<Mail>(`${messages}/${found!.id}`);
}

export async function waitForMailedCode(to: string): Promise<string> {
  const { text } = await waitForMail(to, /code|رمز/i);
  return /^\d{6}$/m.exec(text)![0];
}

export async function waitForMailedLink(
  to: string,
  subject: RegExp,
  page: string,
  mailbox = testMailbox,
): Promise<string> {
  const { text } = await waitForMail(to, subject, mailbox);
  return new RegExp(`https?:\\S+/${page}\\?token=\\S+`).exec(text)![0];
}

export const waitForConfirmationLink = (to: string, subject: RegExp, mailbox = testMailbox): Promise<string> =>
  waitForMailedLink(to, subject, 'confirm-email', mailbox);

/** Unsubscribes like a mail program: by one POST to the URL of `List-Unsubscribe`. */
export async function unsubscribeByOneClick(url: string): Promise<void> {
  const { status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  });
  expect(status).toBe(204);
}
