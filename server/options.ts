import type { Config } from '@/lib/config/config';
import type { Application } from './rendering/render';

/** Limits for slow and greedy clients (X31), explained in docs/limits.md. */
export interface HttpLimits {
  /** From the connection, or the first byte of a later request, to the end of the head. */
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to the last of its body. */
  readonly requestTimeoutMs: number;
  /** Longer than nginx's 60 s, so that nginx closes a connection first. */
  readonly keepAliveTimeoutMs: number;
  /** Without a byte in either direction; a paused video resumes with Range. */
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
