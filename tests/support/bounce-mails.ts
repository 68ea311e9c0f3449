import type { Bounce } from '@/lib/newsletter/bounces';

interface BounceMail {
  mail: string;
  status: string;
  bounce: Bounce;
  says: string;
}

/** Returns bounces of Postfix, Exim, Exchange Online and Gmail. @param to the address that bounced */
export function buildBounceMails(to: string): Record<string, BounceMail> {
  return {
    Postfix: {
      status: '5.1.1',
      bounce: 'no-mailbox',
      says: 'Recipient address rejected: User unknown',
      mail: buildPostfixBounce(
        to,
        'failed',
        '5.1.1',
        '550 5.1.1 <mona@nile.example>: Recipient\n    address rejected: User unknown in virtual mailbox table',
      ),
    },
    'Postfix, still trying': {
      status: '4.4.1',
      bounce: 'later',
      says: 'timed out',
      mail: buildPostfixBounce(
        to,
        'delayed',
        '4.4.1',
        'connect to mx.nile.example[192.0.2.5]:25: Connection timed\n    out',
      ),
    },
    Exim: { status: '5.0.0', bounce: 'no-mailbox', says: '550 No such user here', mail: buildEximReport(to) },
    'Exchange Online': { status: '5.1.10', bounce: 'no-mailbox', says: 'RecipientNotFound', mail: exchange(to) },
    Gmail: {
      status: '5.1.1',
      bounce: 'no-mailbox',
      says: 'The email account that you tried to reach does not exist',
      mail: buildGmailBounce(to),
    },
  };
}

/** Returns bounces that give the reason only in words. Each quotes a newsletter that contains "user unknown". */
export function buildBounceMailsInWords(to: string): Record<string, Pick<BounceMail, 'mail' | 'bounce'>> {
  const buildQmailBounce = (answer: string) =>
    buildMailInWords(
      to,
      'MAILER-DAEMON@mail.midan.example',
      'failure notice',
      `Hi. This is the qmail-send program at mail.midan.example.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<mona@nile.example>:
${answer}

--- Below this line is a copy of the message.

Return-Path: <${to}>
Subject: News

user unknown`,
    );
  const buildEximBounce = (answer: string) =>
    buildMailInWords(
      to,
      'Mail Delivery System <Mailer-Daemon@mail.midan.example>',
      'Mail delivery failed: returning message to sender',
      `This message was created automatically by mail delivery software.

A message that you sent could not be delivered to one or more of its
recipients. This is a permanent error. The following address(es) failed:

  mona@nile.example
    SMTP error from remote mail server after RCPT TO:<mona@nile.example>:
    host mx.nile.example [192.0.5.1]: ${answer}

------ This is a copy of the message, including all the headers. ------

no such user`,
    );
  const buildReplyOfPerson = (text: string) =>
    buildMailInWords(to, 'Postmaster <postmaster@nile.example>', 'News', text);
  return {
    'qmail, no mailbox': {
      bounce: 'no-mailbox',
      mail: buildQmailBounce('Sorry, no mailbox here by that name. (#5.1.1)'),
    },
    'qmail, quota': {
      bounce: 'refused',
      mail: buildQmailBounce(
        '192.0.2.5 does not like recipient.\nRemote host said: 552 5.2.2 Mailbox quota exceeded\nGiving up on 192.0.2.5.',
      ),
    },
    'qmail, no words': { bounce: 'refused', mail: buildQmailBounce('Remote host said: 550 rejected') },
    'Exim, no mailbox': { bounce: 'no-mailbox', mail: buildEximBounce('550 No such user here') },
    'Exim, block list': {
      bounce: 'refused',
      mail: buildEximBounce('550 mail from 192.0.2.1 rejected: listed at zen.spamhaus.org'),
    },
    'Sendmail, no mailbox': {
      bounce: 'no-mailbox',
      mail: buildMailInWords(
        to,
        'Mail Delivery Subsystem <MAILER-DAEMON@mail.midan.example>',
        'Returned mail: see transcript for details',
        '   ----- The following addresses had permanent fatal errors -----\n<mona@nile.example>\n    (reason: 550 5.1.1 User unknown)\n\n   ----- Transcript of session follows -----\n... while talking to mx.nile.example.:\n<<< 550 5.1.1 User unknown',
      ),
    },
    'Exchange of old, no mailbox': {
      bounce: 'no-mailbox',
      mail: buildMailInWords(
        to,
        'System Administrator <postmaster@nile.example>',
        'Undeliverable: News',
        'Your message\n\n  To: mona@nile.example\n  Subject: full, blocked\n\ndid not reach the following recipient(s):\n\nmona@nile.example on Sun, 22 Nov 2026\n    The e-mail account does not exist at the organization this message was sent to.',
      ),
    },
    'Yandex, no mailbox without a code': {
      bounce: 'no-mailbox',
      mail: buildMailInWords(
        to,
        'MAILER-DAEMON <mailer-daemon@yandex.example>',
        'Undelivered mail',
        'Your message was not delivered.\n\nmona@yandex.example: 550 No such user!',
      ),
    },
    'in German, no mailbox': {
      bounce: 'no-mailbox',
      mail: buildReplyOfPerson(
        'Ihre Nachricht konnte nicht zugestellt werden.\n\nDie Adresse mona@nile.example existiert nicht.',
      ),
    },
    'in German, full': {
      bounce: 'refused',
      mail: buildReplyOfPerson(
        'Ihre Nachricht konnte nicht zugestellt werden.\n\nDas Postfach des Empfängers ist voll.',
      ),
    },
    'in Arabic, no mailbox': {
      bounce: 'no-mailbox',
      mail: buildReplyOfPerson('تعذر تسليم رسالتك.\n\nالمستخدم mona@nile.example غير موجود.'),
    },
    'in Arabic, full': {
      bounce: 'refused',
      mail: buildReplyOfPerson('تعذر تسليم رسالتك.\n\nصندوق بريد المستلم ممتلئ.'),
    },
    'words that say nothing': { bounce: 'refused', mail: buildReplyOfPerson('Your message could not be delivered.') },
    'a warning': {
      bounce: 'later',
      mail: buildMailInWords(
        to,
        'MAILER-DAEMON@mail.midan.example',
        'Warning: message delayed 24 hours',
        'The delivery will be retried for 3 days. 550 user unknown',
      ),
    },
  };
}

const buildMailInWords = (to: string, from: string, subject: string, text: string): string =>
  `Return-Path: <>\nFrom: ${from}\nTo: ${to}\nSubject: ${subject}\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${text}\n`;

const buildPostfixBounce = (
  to: string,
  action: string,
  status: string,
  diagnostic: string,
) => `From MAILER-DAEMON Sun Nov 22 10:00:00 2026
Return-Path: <>
Received: by mail.midan.example (Postfix)
\tid 4F3C21A0; Sun, 22 Nov 2026 12:00:00 +0200 (EET)
Date: Sun, 22 Nov 2026 12:00:00 +0200 (EET)
From: MAILER-DAEMON@mail.midan.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: ${to}
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4F3C21A0.1763805600/mail.midan.example"
Message-Id: <20261122100000.5A1B2C3D@mail.midan.example>

This is a MIME-encapsulated message.

--4F3C21A0.1763805600/mail.midan.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mail.midan.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

--4F3C21A0.1763805600/mail.midan.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.midan.example
X-Postfix-Queue-ID: 4F3C21A0
X-Postfix-Sender: rfc822; ${to}
Arrival-Date: Sun, 22 Nov 2026 11:59:58 +0200 (EET)

Final-Recipient: rfc822; mona@nile.example
Original-Recipient: rfc822;mona@nile.example
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.nile.example
Diagnostic-Code: smtp; ${diagnostic}

--4F3C21A0.1763805600/mail.midan.example
Content-Description: Undelivered Message Headers
Content-Type: text/rfc822-headers

Return-Path: <${to}>
To: mona@nile.example
Subject: News

--4F3C21A0.1763805600/mail.midan.example--
`;

const buildEximReport = (to: string) => `Return-path: <>
Envelope-to: ${to}
Delivery-date: Sun, 22 Nov 2026 10:00:02 +0000
Received: from Debian-exim by mail.midan.example with local (Exim 4.96)
\tid 1vMabc-0001Ab-1c; Sun, 22 Nov 2026 10:00:02 +0000
X-Failed-Recipients: mona@nile.example
Auto-Submitted: auto-replied
From: Mail Delivery System <Mailer-Daemon@mail.midan.example>
To: ${to}
References: <abc@midan.example>
Content-Type: multipart/report; report-type=delivery-status; boundary=1763805602-eximdsn-1234567890
MIME-Version: 1.0
Subject: Mail delivery failed: returning message to sender

--1763805602-eximdsn-1234567890
Content-type: text/plain; charset=us-ascii

This message was created automatically by mail delivery software.

  mona@nile.example
    host mx.nile.example [192.0.2.5]
    SMTP error from remote mail server after RCPT TO:<mona@nile.example>:
    550 No such user here

--1763805602-eximdsn-1234567890
Content-type: message/delivery-status

Reporting-MTA: dns; mail.midan.example

Action: failed
Final-Recipient: rfc822;mona@nile.example
Status: 5.0.0
Remote-MTA: dns; mx.nile.example
Diagnostic-Code: smtp; 550 No such user here

--1763805602-eximdsn-1234567890
Content-type: message/rfc822

Return-path: <${to}>
Subject: News

Hello
--1763805602-eximdsn-1234567890--
`;

const exchange = (
  to: string,
) => `Received: from DB9EUR.prod.exchangelabs.example (2001:db8::1) by mail.midan.example; Sun, 22 Nov 2026 10:00:03 +0000
MIME-Version: 1.0
From: <postmaster@nile.example>
To: <${to}>
Date: Sun, 22 Nov 2026 10:00:03 +0000
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="c4f5a1de-8b9e-4c53-9d0a-1f7c2f6c7a11"
X-MS-Exchange-Message-Is-Ndr:
Content-Language: en-GB
Message-ID: <c4f5a1de@DB9EUR.prod.exchangelabs.example>
Subject: Undeliverable: News

--c4f5a1de-8b9e-4c53-9d0a-1f7c2f6c7a11
Content-Type: multipart/alternative; differences=Content-Type;
\tboundary="91e3d5d0-54a7-4a4e-9d7f-0f0d7a5b8a22"

--91e3d5d0-54a7-4a4e-9d7f-0f0d7a5b8a22
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to mona@nile.example couldn't be delivered.

--91e3d5d0-54a7-4a4e-9d7f-0f0d7a5b8a22--

--c4f5a1de-8b9e-4c53-9d0a-1f7c2f6c7a11
Content-Type: message/delivery-status

Reporting-MTA: dns;DB9EUR.prod.exchangelabs.example
Received-From-MTA: dns;mail.midan.example
Arrival-Date: Sun, 22 Nov 2026 10:00:02 +0000

Final-Recipient: rfc822;mona@nile.example
Action: failed
Status: 5.1.10
Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient mona@nile.example not found by SMTP address lookup
X-Display-Name: mona@nile.example

--c4f5a1de-8b9e-4c53-9d0a-1f7c2f6c7a11
Content-Type: message/rfc822

Subject: News

--c4f5a1de-8b9e-4c53-9d0a-1f7c2f6c7a11--
`;

const buildGmailBounce = (to: string) => `Delivered-To: ${to}
Return-Path: <>
From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: ${to}
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
Content-Type: multipart/report; boundary="000000000000abcdef0123456789"; report-type=delivery-status
Date: Sun, 22 Nov 2026 02:00:04 -0800 (PST)
MIME-Version: 1.0

--000000000000abcdef0123456789
Content-Type: multipart/related; boundary="000000000000fedcba9876543210"

--000000000000fedcba9876543210
Content-Type: text/plain; charset="UTF-8"

** Address not found **

Your message wasn't delivered to mona@nile.example because the address couldn't be found.

--000000000000fedcba9876543210--
--000000000000abcdef0123456789
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; ${to}
Arrival-Date: Sun, 22 Nov 2026 02:00:03 -0800 (PST)
X-Original-Message-ID: <abc@midan.example>

Final-Recipient: rfc822; mona@nile.example
Action: failed
Status: 5.1.1
Remote-MTA: dns; gmail-smtp-in.l.google.com. (192.0.2.27, the server for the domain nile.example.)
Diagnostic-Code: smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try
 550-5.1.1 double-checking the recipient's email address for typos or
 550 5.1.1 unnecessary spaces.
Last-Attempt-Date: Sun, 22 Nov 2026 02:00:04 -0800 (PST)

--000000000000abcdef0123456789
Content-Type: message/rfc822

Subject: News

--000000000000abcdef0123456789--
`;
