import type { ServerResponse } from 'node:http';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request', 404: 'Not Found', 405: 'Method Not Allowed', 413: 'Content Too Large', 416: 'Range Not Satisfiable',
  429: 'Too Many Requests', 500: 'Internal Server Error', 503: 'Service Unavailable', 504: 'Gateway Timeout',
};

export interface ProblemAnswer {
  readonly status: number;
  /** the stable end of the document's `type` */
  readonly key: string;
  readonly requestId: string;
  readonly retryAfterSeconds?: number;
  readonly allow?: string;
}

/** RFC 9457, for what the front itself refuses. Headers that every answer carries are already set by the caller. */
export function answerProblem(response: ServerResponse, problem: ProblemAnswer): void {
  const { status, key, requestId, retryAfterSeconds, allow } = problem;
  const body = JSON.stringify({ type: `/problems/${key}`, title: TITLES[status] ?? 'Error', status, requestId });
  response.statusCode = status;
  response.setHeader('content-type', 'application/problem+json; charset=utf-8');
  response.setHeader('cache-control', 'no-store');
  if (retryAfterSeconds !== undefined) response.setHeader('retry-after', String(retryAfterSeconds));
  if (allow !== undefined) response.setHeader('allow', allow);
  response.setHeader('content-length', Buffer.byteLength(body));
  response.end(body);
}
