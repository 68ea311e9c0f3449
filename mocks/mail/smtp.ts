import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { z } from 'zod';
import type { Mailbox } from './mailbox';

export const faultSchema = z.strictObject({
  /** `refuse` closes the port. `hang` and `late` never reply, but `late` stores the mail. The rest reply after DATA. */
  kind: z.enum(['refuse', 'hang', 'late', 'temporary', 'permanent', 'slow']),
  /** Number of messages affected. Without it, the fault lasts until it is deleted. */
  times: z.int().min(1).optional(),
  delayMs: z.int().min(0).default(5000),
  /** Refuses only this recipient: `permanent` and `temporary` then reply to RCPT TO, as for an unknown mailbox. */
  to: z.string().optional(),
});
export type SmtpFault = z.infer<typeof faultSchema>;

class SmtpRefusal extends Error {
  constructor(
    readonly responseCode: number,
    text = responseCode < 500 ? 'Try again later (mock)' : 'Not here (mock)',
  ) {
    super(text);
  }
}

export class MockSmtpServer {
  #server: SMTPServer | null = null;
  #fault: SmtpFault | null = null;
  #port: number;

  constructor(
    readonly mailbox: Mailbox,
    port: number,
  ) {
    this.#port = port;
  }

  get port(): number {
    return this.#port;
  }

  async listen(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onAuth: (auth, _session, done) => done(null, { user: auth.username ?? 'anyone' }),
      onRcptTo: ({ address }, _session, done) => done(this.#refusalOf(address)),
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          const { mailFrom, rcptTo } = session.envelope;
          const envelope = { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) };
          void this.#receive(Buffer.concat(parts), envelope, done);
        });
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve, reject) => {
      server.server.once('error', reject);
      server.listen(this.#port, '127.0.0.1', resolve);
    });
    this.#port = (server.server.address() as AddressInfo).port;
    this.#server = server;
  }

  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  async setFault(fault: SmtpFault | null): Promise<void> {
    this.#fault = fault;
    if (fault?.kind === 'refuse') await this.close();
    else if (!this.#server) await this.listen();
  }

  #refusalOf(address: string): SmtpRefusal | null {
    const fault = this.#fault;
    if (fault?.to === undefined || fault.to.toLowerCase() !== address.toLowerCase()) return null;
    if (fault.kind === 'permanent') return new SmtpRefusal(550, '5.1.1 No such mailbox (mock)');
    return fault.kind === 'temporary' ? new SmtpRefusal(450, '4.2.0 Try again later (mock)') : null;
  }

  async #receive(
    raw: Buffer,
    envelope: { from: string; to: string[] },
    done: (error?: Error | null) => void,
  ): Promise<void> {
    const fault = this.#fault?.to === undefined || envelope.to.includes(this.#fault.to) ? this.#fault : null;
    if (fault?.times !== undefined && (fault.times -= 1) <= 0) this.#fault = null;
    if (fault?.kind === 'hang') return;
    if (fault?.kind === 'temporary') return done(new SmtpRefusal(451));
    if (fault?.kind === 'permanent') return done(new SmtpRefusal(550));
    if (fault?.kind === 'slow') await sleep(fault.delayMs);
    await this.mailbox.accept(raw, envelope);
    if (fault?.kind !== 'late') done();
  }
}
