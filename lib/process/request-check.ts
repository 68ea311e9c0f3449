import type { Language } from '@/lib/language';

/** What a check decides from: what was sent alone. */
export interface CheckedRequest {
  readonly query: URLSearchParams;
  readonly body: Buffer;
  header(name: string): string | null;
}

/** A problem document that is ready to send: its title is translated to `lang`. */
export interface RequestRefusal {
  readonly status: number;
  /** the end of the document's `type` */
  readonly key: string;
  readonly title: string;
  readonly lang: Language;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Says whether a request is refused before it reaches the application, so that forged ones in their thousands do not stand
 * in the way of a genuine one (R25). Synchronous, and cheap beside the work it saves. Null: the application answers.
 */
export type RequestCheck = (request: CheckedRequest) => RequestRefusal | null;

declare global {
  var siteRequestChecks: Map<string, RequestCheck> | undefined;
}

/** On `globalThis`: the HTTP server, which runs the checks, and the application are bundled apart. */
const checks = (globalThis.siteRequestChecks ??= new Map());

/** For requests with a body to this path of `lib/routes.ts`. */
export function registerRequestCheck(path: string, check: RequestCheck): void {
  checks.set(path, check);
}

export function requestCheckFor(path: string): RequestCheck | undefined {
  return checks.get(path);
}
