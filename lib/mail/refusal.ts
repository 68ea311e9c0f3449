import { mailboxAnswer } from './mailbox-answer';

/**
 * What a failed try means. `bounced`: there is no such mailbox · `failed`: refused for good, for another reason · `later`: refused for a time ·
 * `away`: the server takes nothing from us, whoever it is for · `inDoubt`: it may have taken the mail.
 */
export type Refusal = 'bounced' | 'failed' | 'later' | 'away' | 'inDoubt';

interface SmtpError { code?: string; command?: string; responseCode?: number; response?: string; timeoutType?: string; syscall?: string; message: string }

/** Nodemailer's codes of what happens before a message is handed over. */
const beforeMessage = new Set(['EDNS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'ETLS', 'EREQUIRETLS', 'EPROXY']);
const beforeGreeting = new Set(['CONNECT_TIMEOUT', 'GREETING_TIMEOUT']);
/** @param thrown by `sendMessage` */
export function refusalOf(thrown: unknown): Refusal {
  const error = (thrown instanceof Error ? thrown : new Error(String(thrown))) as SmtpError;
  const { responseCode, response = '' } = error;
  if (responseCode !== undefined) {
    // What is refused before a recipient was named (greeting, sign-in, sender) is refused to every reader alike. 421: the server closes (RFC 5321, 3.8).
    if (responseCode === 421 || (error.command !== 'RCPT TO' && error.command !== 'DATA')) return 'away';
    if (responseCode < 500) return 'later';
    // Servers refuse a sender, a full mailbox and an unknown one by the same 550: only the last ends a subscription.
    return error.command === 'RCPT TO' && mailboxAnswer(response) === 'no-mailbox' ? 'bounced' : 'failed';
  }
  // Nodemailer's own refusal of an address that no server would take.
  if (error.code === 'EENVELOPE') return 'failed';
  const isBefore = beforeMessage.has(error.code ?? '') || beforeGreeting.has(error.timeoutType ?? '') || error.syscall === 'connect' || error.message.startsWith('connect ');
  return isBefore ? 'away' : 'inDoubt';
}
