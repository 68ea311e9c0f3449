/**
 * What a failed try means for a mail that is sent at most once. `bounced`: there is no such address · `failed`: refused for good, for another reason ·
 * `later`: the server certainly did not take it · `inDoubt`: it may have.
 */
export type Refusal = 'bounced' | 'failed' | 'later' | 'inDoubt';

interface SmtpError { code?: string; command?: string; responseCode?: number; response?: string; timeoutType?: string; syscall?: string; message: string }

/** Nodemailer's codes of what happens before a message is handed over. */
const beforeMessage = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'EPROXY']);
const beforeGreeting = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT']);
/** RFC 5321, 4.2.3: mailbox unavailable, not local, name not allowed. */
const noSuchMailbox = new Set([550, 551, 553]);

/** @param thrown by `sendMessage` */
export function refusalOf(thrown: unknown): Refusal {
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as SmtpError;
  const { responseCode, response = '' } = error;
  if (responseCode !== undefined) {
    // What is refused before a recipient was named (greeting, sign-in, sender) is refused to every reader alike.
    if (responseCode < 500 || (error.command !== 'RCPT TO' && error.command !== 'DATA')) return 'later';
    // 5.7: the sender is refused, not the recipient (RFC 3463); a blocked sender must not end everybody's subscription.
    return error.command === 'RCPT TO' && noSuchMailbox.has(responseCode) && !/\b5\.7\.\d/.test(response) ? 'bounced' : 'failed';
  }
  const isBefore = beforeMessage.has(error.code ?? '') || beforeGreeting.has(error.timeoutType ?? '') || error.syscall === 'connect' || error.message.startsWith('connect ');
  return isBefore ? 'later' : 'inDoubt';
}
