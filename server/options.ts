import type { Config } from '@/lib/config/config';
import type { Application } from './rendering/render';

/** Against slow and greedy clients (X31); docs/limits.md has their reasons. */
export interface HttpLimits {
  /** from the connection, or the first byte of a later request, to the end of its head */
  readonly headersTimeoutMs: number;
  /** from the first byte of a request to the last of its body */
  readonly requestTimeoutMs: number;
  /** between two requests; longer than the 60 s of nginx, so that nginx ends a connection first */
  readonly keepAliveTimeoutMs: number;
  /** without a byte in either direction; a paused video comes back by Range */
  readonly idleTimeoutMs: number;
  /** how often Node looks for requests beyond their time */
  readonly checkEveryMs: number;
  readonly maxConnections: number;
}

export const httpLimits: HttpLimits = {
  headersTimeoutMs: 15_000, requestTimeoutMs: 60_000, keepAliveTimeoutMs: 65_000, idleTimeoutMs: 120_000, checkEveryMs: 2_000, maxConnections: 10_000,
};

export interface AppOptions {
  readonly settings: Config;
  /** Next's handler */
  readonly application: Application;
  /** where the build is */
  readonly folder: string;
  readonly limits?: HttpLimits;
}
