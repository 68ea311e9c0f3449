import type { ZodError } from 'zod';

export class Problem extends Error {
  readonly status: number;
  /** Never changes: it ends the problem document's `type` and selects the message `problems.{key}`. */
  readonly key: string;
  readonly detail: string | undefined;
  readonly errors: Record<string, string[]> | undefined;
  readonly headers: Record<string, string>;
  readonly members: Record<string, unknown>;

  constructor(
    status: number,
    key: string,
    extra: {
      detail?: string;
      errors?: Record<string, string[]>;
      headers?: Record<string, string>;
      members?: Record<string, unknown>;
    } = {},
  ) {
    super(`${status} ${key}`);
    this.name = 'Problem';
    this.status = status;
    this.key = key;
    this.detail = extra.detail;
    this.errors = extra.errors;
    this.headers = extra.headers ?? {};
    this.members = extra.members ?? {};
  }
}

/** Thrown by domain functions whose schema depends on stored data. The response is 422 with errors by field. */
export class InvalidInput extends Error {
  override readonly name = 'InvalidInput';

  constructor(readonly error: ZodError) {
    super(error.message);
  }
}

export const notFound = (key = 'not-found') => new Problem(404, key);
export const unauthorized = () => new Problem(401, 'unauthorized', { headers: { 'www-authenticate': 'Bearer' } });
export const forbidden = (key = 'forbidden') => new Problem(403, key);
export const tooMany = (retryAfterSeconds: number) =>
  new Problem(429, 'too-many-requests', {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryAfterSeconds))) },
  });
export const unavailable = (key = 'unavailable', retryAfterSeconds = 5) =>
  new Problem(503, key, { headers: { 'retry-after': String(retryAfterSeconds) } });

export function problemResponse(problem: Problem, title: string, requestId: string): Response {
  const body = {
    type: `/problems/${problem.key}`,
    title,
    status: problem.status,
    ...(problem.detail === undefined ? {} : { detail: problem.detail }),
    ...(problem.errors === undefined ? {} : { errors: problem.errors }),
    ...problem.members,
    requestId,
  };
  return new Response(JSON.stringify(body), {
    status: problem.status,
    headers: {
      'content-type': 'application/problem+json; charset=utf-8',
      'cache-control': 'no-store',
      ...problem.headers,
    },
  });
}
