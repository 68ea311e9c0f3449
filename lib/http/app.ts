import type { IncomingMessage, ServerResponse } from 'node:http';

/** The application behind the front: Next's request handler, or a small stand-in under test. */
export type App = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

/** The part of a logger that the front needs. */
export interface FrontLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}
