import type { Config } from '@/lib/config/config';
import type { Application } from './rendering/render';

/** Limits on slow and greedy clients (X31), explained in docs/limits.md. */
export interface HttpLimits {
  /** Time from the connection, or from the first byte of a later request, to the end of the head. */
  readonly headersTimeoutMs: number;
  /** Time from the first byte of a request to the last byte of its body. */
  readonly requestTimeoutMs: number;
  /** Must be longer than nginx's 60 s, so that nginx closes the connection first. */
  readonly keepAliveTimeoutMs: number;
  /** Time without a byte in either direction. A paused video that is cut off resumes with a range request. */
  readonly idleTimeoutMs: number;
  readonly checkEveryMs: number;
  readonly maxConnections: number;
}

export const httpLimits: HttpLimits = {
  headersTimeoutMs: 15_000,
  requestTimeoutMs: 60_000,
  keepAliveTimeoutMs: 65_000,
  idleTimeoutMs: 120_000,
  checkEveryMs: 2_000,
  maxConnections: 10_000,
};

export interface AppOptions {
  readonly settings: Config;
  readonly application: Application;
  readonly folder: string;
  readonly limits?: HttpLimits;
}
