import { expect, it } from 'vitest';
import { classifyFailure, type Refusal } from './classify-failure';

const createError = (fields: object) => Object.assign(new Error('x'), fields);

it.each<[string, Refusal, object]>([
  ['an unknown mailbox', 'bounced', { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 User unknown' }],
  [
    'an unknown mailbox of a server without codes',
    'bounced',
    { command: 'RCPT TO', responseCode: 553, response: '553 no such name' },
  ],
  [
    'a mailbox that may be unavailable',
    'failed',
    { command: 'RCPT TO', responseCode: 550, response: '550 Requested action not taken: mailbox unavailable' },
  ],
  ['a quota', 'failed', { command: 'RCPT TO', responseCode: 550, response: '550 5.2.2 over quota' }],
  ['a refused relay', 'failed', { command: 'RCPT TO', responseCode: 551, response: '551 relaying denied' }],
  [
    'a sender that is not known',
    'failed',
    { command: 'RCPT TO', responseCode: 550, response: '550 5.1.8 Sender address rejected: Domain not found' },
  ],
  [
    'a sender on a block list',
    'failed',
    { command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 Client host blocked' },
  ],
  ['a full mailbox', 'later', { command: 'RCPT TO', responseCode: 452, response: '452 4.2.2 Mailbox full' }],
  ['a text taken for spam', 'failed', { command: 'DATA', responseCode: 554, response: '554 5.7.1 Spam' }],
  ['a server that closes', 'away', { command: 'DATA', responseCode: 421, response: '421 4.3.2 Shutting down' }],
  ['a text refused for a time', 'later', { command: 'DATA', responseCode: 451, response: '451 4.3.0 Try again' }],
  [
    'a wrong password',
    'away',
    { command: 'AUTH PLAIN', code: 'EAUTH', responseCode: 535, response: '535 5.7.8 Bad credentials' },
  ],
  ['a server that is away', 'away', { code: 'ESOCKET', syscall: 'connect' }],
  ['an address that is none', 'failed', { code: 'EENVELOPE' }],
  ['a name that is not found', 'away', { code: 'EDNS' }],
  ['silence before the greeting', 'away', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }],
  ['silence after the text', 'inDoubt', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }],
  ['a line that breaks', 'inDoubt', { code: 'ECONNECTION' }],
])('classifies %s as %s [N9]', (_, refusal, fields) => {
  expect(classifyFailure(createError(fields))).toBe(refusal);
});
