import { expect, it } from 'vitest';
import { refusalOf, type Refusal } from './refusal';

const error = (fields: object) => Object.assign(new Error('x'), fields);

it.each<[string, Refusal, object]>([
  ['an unknown mailbox', 'bounced', { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 User unknown' }],
  ['an unknown mailbox of a server without codes', 'bounced', { command: 'RCPT TO', responseCode: 553, response: '553 no such name' }],
  ['a sender on a block list', 'failed', { command: 'RCPT TO', responseCode: 550, response: '550 5.7.1 Client host blocked' }],
  ['a full mailbox', 'later', { command: 'RCPT TO', responseCode: 452, response: '452 4.2.2 Mailbox full' }],
  ['a text taken for spam', 'failed', { command: 'DATA', responseCode: 554, response: '554 5.7.1 Spam' }],
  ['a wrong password', 'later', { command: 'AUTH PLAIN', code: 'EAUTH', responseCode: 535, response: '535 5.7.8 Bad credentials' }],
  ['a server that is away', 'later', { code: 'ESOCKET', syscall: 'connect' }],
  ['a name that is not found', 'later', { code: 'EDNS' }],
  ['silence before the greeting', 'later', { code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT' }],
  ['silence after the text', 'inDoubt', { code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT' }],
  ['a line that breaks', 'inDoubt', { code: 'ECONNECTION' }],
])('N9 %s is %s', (_, refusal, fields) => {
  expect(refusalOf(error(fields))).toBe(refusal);
});
