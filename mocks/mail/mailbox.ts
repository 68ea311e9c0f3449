import PostalMime from 'postal-mime';

export interface Message {
  id: number;
  receivedAt: string;
  from: string;
  /** The envelope sender, which receives bounces. */
  returnPath: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  attachments: { filename: string | null; mimeType: string; bytes: number }[];
  headers: Record<string, string>;
  raw: string;
}

export type Summary = Pick<Message, 'id' | 'receivedAt' | 'from' | 'returnPath' | 'to' | 'subject'>;

const maxMessages = 1000;

export class Mailbox {
  #messages: Message[] = [];
  #lastId = 0;
  #waiting = new Set<() => void>();

  async accept(raw: Buffer, envelope: { from: string; to: string[] }): Promise<void> {
    const mail = await PostalMime.parse(raw);
    this.#messages.push({
      id: (this.#lastId += 1),
      receivedAt: new Date().toISOString(),
      from: mail.from?.address ?? envelope.from,
      returnPath: envelope.from,
      to: envelope.to,
      subject: mail.subject ?? '',
      text: mail.text ?? '',
      html: mail.html ?? '',
      attachments: mail.attachments.map(({ filename, mimeType, content }) => ({
        filename,
        mimeType,
        bytes: typeof content === 'string' ? content.length : content.byteLength,
      })),
      headers: Object.fromEntries(mail.headers.map(({ key, value }) => [key, value])),
      raw: raw.toString('utf8'),
    });
    if (this.#messages.length > maxMessages) this.#messages.shift();
    for (const wake of this.#waiting) wake();
  }

  find(id: number): Message | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  list(filter: { to?: string | null; subject?: string | null } = {}): Message[] {
    const recipient = filter.to?.toLowerCase();
    return this.#messages.filter(
      (message) =>
        (!recipient || message.to.some((address) => address.toLowerCase() === recipient)) &&
        (!filter.subject || message.subject.includes(filter.subject)),
    );
  }

  clear(): void {
    this.#messages = [];
  }

  async listWithin(ms: number, filter: { to?: string | null; subject?: string | null }): Promise<Message[]> {
    const until = Date.now() + ms;
    while (this.list(filter).length === 0 && Date.now() < until) {
      await new Promise<void>((resolve) => {
        const finishWaiting = (): void => {
          clearTimeout(timer);
          this.#waiting.delete(finishWaiting);
          resolve();
        };
        const timer = setTimeout(finishWaiting, until - Date.now());
        this.#waiting.add(finishWaiting);
      });
    }
    return this.list(filter);
  }
}

export const summarize = ({ id, receivedAt, from, returnPath, to, subject }: Message): Summary => ({
  id,
  receivedAt,
  from,
  returnPath,
  to,
  subject,
});
