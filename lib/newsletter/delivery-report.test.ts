import { describe, expect, it } from 'vitest';
import { buildBounceMails, buildBounceMailsInWords } from '@/tests/support/bounce-mails';
import { classifyBounce, parseMail, readDeliveryReport } from './bounces';

const to = 'bounces+12.0123456789abcdef@midan.example';

async function readReport(source: string) {
  const mail = await parseMail(source);
  return mail && readDeliveryReport(mail);
}

describe('reads bounce mails in the format of each mail server [N9]', () => {
  it.each(Object.entries(buildBounceMails(to)))(
    '%s: reads the server’s answer and the return address of the copy [N9]',
    async (_, { mail, status, bounce, says }) => {
      const report = await readReport(mail);
      expect(report).toMatchObject({ action: bounce === 'later' ? 'delayed' : 'failed', status });
      expect(report?.diagnostic).toContain(says);
      expect(classifyBounce(report!)).toBe(bounce);
      expect(await readReport(mail.replaceAll('\n', '\r\n'))).toEqual(report);
    },
  );

  it.each([
    ['5.1.1', '550 5.1.1 User unknown', 'no-mailbox'],
    ['5.1.10', '550 5.1.10 RESOLVER.ADR.RecipientNotFound', 'no-mailbox'],
    ['5.2.1', '550 5.2.1 The account is disabled', 'refused'],
    ['5.5.0', '550 5.5.0 Requested action not taken: mailbox unavailable', 'refused'],
    ['5.0.0', '550 no such user', 'no-mailbox'],
    ['', '551 not local', 'refused'],
    ['5.1.1', '550 5.7.1 blocked', 'refused'],
    ['5.1.0', '550 5.1.0 no such user', 'no-mailbox'],
    ['5.2.2', '552 5.2.2 Mailbox full', 'refused'],
    ['5.7.1', '550 5.7.1 Message rejected as spam', 'refused'],
    ['5.0.0', '550 5.7.26 Unauthenticated', 'refused'],
    ['5.0.0', '550 blocked by our spam filter', 'refused'],
    ['4.4.7', 'Message expired', 'refused'],
    ['4.4.1', 'Connection timed out', 'refused'],
    ['5.3.4', '552 5.3.4 Message too big', 'refused'],
    ['', '', 'refused'],
  ])('status %j with %j is %s: only an unknown mailbox ends a subscription [N9]', (status, diagnostic, bounce) => {
    expect(classifyBounce({ action: 'failed', status, diagnostic })).toBe(bounce);
  });

  it.each(Object.entries(buildBounceMailsInWords(to)))(
    'classifies a bounce mail without a machine-readable part by its wording: %s [N25]',
    async (_, { mail, bounce }) => {
      const report = await readReport(mail);
      expect(report && classifyBounce(report)).toBe(bounce);
      expect(await readReport(mail.replaceAll('\n', '\r\n'))).toEqual(report);
    },
  );

  it.each([
    ['an answer from holiday', 'To: x\nAuto-Submitted: auto-replied\nContent-Type: text/plain\n\nI am away.'],
    ['an empty mail', ''],
    [
      'a report without its part',
      'Content-Type: multipart/report; boundary="b"\n\n--b\nContent-Type: text/plain\n\nx\n--b--',
    ],
    [
      'a report about no recipient',
      'Content-Type: multipart/report; boundary="b"\n\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n--b--',
    ],
    ['bytes', '\u0000\u0001 : \n\n\n\n:::'],
    [
      'more parts in parts than any mail has',
      Array.from(
        { length: 400 },
        (_, index) => `Content-Type: multipart/mixed; boundary="b${index}"\n\n--b${index}\n`,
      ).join(''),
    ],
  ])('%s is not a delivery report [N9]', async (_, mail) => {
    expect(await readReport(mail)).toBeNull();
  });
});

it.each([
  ['text', 'text/plain', '-'],
  ['HTML', 'text/html', '<'],
  ['HTML without ends', 'text/html', '<br'],
])(
  'reads a bounce mail of 200 kB of %s without blocking the process [N25, X46]',
  async (_, type, character) => {
    const body = Buffer.from(character.repeat(200_000 / character.length)).toString('base64');
    const source = `From: MAILER-DAEMON@midan.example\nTo: ${to}\nContent-Type: ${type}\nContent-Transfer-Encoding: base64\n\n${body}`;
    expect((await readReport(source))?.action ?? 'none').toMatch(/^(?:failed|none)$/);
  },
  2000,
);
