import type { Page } from '@playwright/test';
import { callJson } from './api';
import { waitForMailedLink } from './mail';
import { readMessages } from './messages';
import { ports } from './services/ports';

export async function signUpInFooter(page: Page, lang: string, email: string): Promise<void> {
  const t = readMessages(lang);
  const footer = page.getByRole('contentinfo');
  await footer.getByLabel(t('newsletter.address')).fill(email);
  await footer.getByRole('button', { name: t('newsletter.subscribe') }).click();
}

export const waitForNewsletterLink = (email: string, lang: string): Promise<string> =>
  waitForMailedLink(email, new RegExp(readMessages(lang)('mail.newsletter-confirm.subject')), 'newsletter/confirm');

interface ArrivedMail {
  id: number;
  subject: string;
  html: string;
  text: string;
  headers: Record<string, string>;
}

export async function listNewsletters(email: string, subject: string): Promise<ArrivedMail[]> {
  const mailbox = `http://127.0.0.1:${ports.mailbox}/api/messages`;
  const listed = await callJson<ArrivedMail[]>(`${mailbox}?to=${encodeURIComponent(email)}`);
  return Promise.all(
    listed.filter((mail) => mail.subject === subject).map(({ id }) => callJson<ArrivedMail>(`${mailbox}/${id}`)),
  );
}
