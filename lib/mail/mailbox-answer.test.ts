import { describe, expect, it } from 'vitest';
import { mailboxAnswer } from './mailbox-answer';

describe('what a mail server answers', () => {
  it.each([
    '550 5.1.1 <mona@nile.example>: Recipient address rejected: User unknown in virtual mailbox table', '550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient\'s email address for typos or\n550 5.1.1 unnecessary spaces. https://support.google.com/mail/?p=NoSuchUser',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient mona@nile.example not found by SMTP address lookup', '550 No such user here', '550 no such user', '553 no such name', '550 Unknown user', '551 User unknown', '550 5.1.6 Recipient no longer here', 'Sorry, no mailbox here by that name. (#5.1.1)',
    '554 delivery error: dd This user doesn\'t have a yahoo.com account (mona@yahoo.com) [0] - mta1.mail.example', '550 Message was not accepted -- invalid mailbox. Local mailbox mona@mail.example is unavailable: user not found', '5.0.0 550 <full.quota@nile.example>: user unknown', '5.1.1 550 <spam@blocked-list.example> user unknown',
    'Die Adresse mona@nile.example wurde nicht gefunden', 'Empfänger unbekannt', 'المستخدم غير موجود', 'تعذر العثور على العنوان mona@nile.example',
  ])('ends a subscription when it says that there is no such mailbox: %s [N25]', (answer) => {
    expect(mailboxAnswer(answer)).toBe('no-mailbox');
  });

  it.each([
    '552 5.2.2 Mailbox full', '550 5.2.2 user over quota', '550 mailbox full', '550 The mailbox of this user is over quota, user unknown to have space', '550 5.7.1 Client host blocked', '550 5.7.1 No such user!', '550 5.7.26 Unauthenticated email is not accepted, SPF and DKIM', '550 5.7.509 DMARC policy',
    '550 blocked using zen.spamhaus.org', '553 sorry, your address is on our blacklist', '550 Relaying denied', '551 relay not permitted', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', '550 5.1.8 Sender address rejected: Domain not found', '550 5.1.7 sender unknown', '550 Sender verify failed', '550-Callback setup failed while verifying <bounces@midan.example>\n550 user unknown',
    '550 5.1.1 rejected: sender reputation', '5.1.1 550 5.7.1 rejected by policy', '5.1.1 452 4.2.2 over quota', '450 User unknown', '450 4.1.1 User unknown', '550 5.1.2 Host or domain name not found', '550 Host or domain name not found', '550 recipient address rejected: Domain not found', '550 5.1.3 bad address', '550 5.2.1 The account is disabled', '550 5.3.0 rejected',
    '550 5.4.1 Recipient address rejected: Access denied', '550 5.5.0 mailbox unavailable: user unknown', '554 5.3.4 Message too big', '550 Requested action not taken: mailbox unavailable', '551 not local', '550 Unrouteable address', '554 Message refused', '550 5.0.0 rejected', '550 5.1.0 Address rejected', '550', '',
    'Das Postfach des Empfängers ist voll', 'Absender unbekannt', 'صندوق بريد المستلم ممتلئ', 'المرسل غير معروف', '550 Invalid content: user unknown in text', '192.0.5.1.1 said no',
  ])('ends none when it is about something else or does not say: %s [N25]', (answer) => {
    expect(mailboxAnswer(answer)).not.toBe('no-mailbox');
  });
});
