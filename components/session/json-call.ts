import { fetchWithSession } from './session-fetch';

export interface Failure {
  ok: false;
  /** HTTP status, or 0 if no response arrived. */
  status: number;
  key: string;
  title: string;
  /** The first error of each field. */
  errors: Record<string, string>;
}

export type Outcome<Answer = unknown> = { ok: true; answer: Answer } | Failure;

interface ErrorLabels {
  unreachable: string;
  failed: string;
}

/** For forms with one field. */
export const firstError = (failure: Failure, labels: ErrorLabels): string =>
  Object.values(failure.errors)[0] ?? errorText(failure, labels);

export function errorText({ status, title }: Failure, labels: ErrorLabels): string {
  return status === 0 ? labels.unreachable : title || labels.failed;
}

export interface JsonRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  body?: unknown;
  file?: File;
  keepalive?: boolean;
}

/** Reads each response to its end: Chromium counts unread ones towards the 64 kB limit for `keepalive`. */
export async function callJson<Answer = unknown>({
  method,
  url,
  body,
  file,
  keepalive = false,
}: JsonRequest): Promise<Outcome<Answer>> {
  try {
    const headers = {
      'content-type': file ? 'application/octet-stream' : 'application/json',
      'accept-language': document.documentElement.lang,
    };
    const answer = await fetchWithSession(url, {
      method,
      headers,
      keepalive,
      ...(method === 'GET' ? {} : { body: file ?? JSON.stringify(body ?? {}) }),
    });
    const json = (await answer.json().catch(() => null)) as unknown;
    return answer.ok ? { ok: true, answer: json as Answer } : parseRefusal(answer.status, json);
  } catch {
    return { ok: false, status: 0, key: 'unreachable', title: '', errors: {} };
  }
}

function parseRefusal(status: number, json: unknown): Failure {
  const document = (typeof json === 'object' && json !== null ? json : {}) as {
    type?: string;
    title?: string;
    errors?: Record<string, string[]>;
  };
  const errors = Object.fromEntries(
    Object.entries(document.errors ?? {}).map(([field, messages]) => [field, messages[0] ?? '']),
  );
  return { ok: false, status, key: document.type?.split('/').at(-1) ?? '', title: document.title ?? '', errors };
}
