import type { FastifyRequest } from 'fastify';
import type { Refusal } from './problems';

const mebibyte = 1024 * 1024;
/** What is longer goes to the application unread: it decides first who may send it. */
export const maxHeldBodyBytes = mebibyte;
const ofAllBytes = 256 * mebibyte;
const ofAddressBytes = 32 * mebibyte;

/** Bodies of calls in memory, from their first byte until their answer: of everybody and of one address, however slowly they are sent. */
export class RequestBodies {
  #bytes = 0;
  #ofAddress = new Map<string, number>();

  constructor(private readonly limits = { ofAllBytes, ofAddressBytes }) {}

  /** @param work with the whole body @returns what `work` returns, or why the rest was not read */
  async hold<T>({ raw, addressGroup }: Pick<FastifyRequest, 'addressGroup'> & { raw: AsyncIterable<Buffer> }, maxBytes: number, work: (body: Buffer) => Promise<T>): Promise<T | Refusal> {
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of raw) {
        bytes += chunk.length;
        this.#count(addressGroup, chunk.length);
        if (bytes > maxBytes) return { status: 413, key: 'too-large' };
        if ((this.#ofAddress.get(addressGroup) ?? 0) > this.limits.ofAddressBytes) return { status: 429, key: 'too-many-requests', retryAfterSeconds: 5 };
        if (this.#bytes > this.limits.ofAllBytes) return { status: 503, key: 'busy', retryAfterSeconds: 5 };
        chunks.push(chunk);
      }
      return await work(Buffer.concat(chunks));
    } finally {
      this.#count(addressGroup, -bytes);
    }
  }

  #count(addressGroup: string, bytes: number): void {
    this.#bytes += bytes;
    const ofAddress = (this.#ofAddress.get(addressGroup) ?? 0) + bytes;
    if (ofAddress > 0) this.#ofAddress.set(addressGroup, ofAddress);
    else this.#ofAddress.delete(addressGroup);
  }
}
