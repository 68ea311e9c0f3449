import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Area } from '@/lib/http/areas';
import type { Caller } from '@/lib/http/door/incoming';
import { answerProblem, type FrontRefusal } from '@/lib/http/answers/problem-answer';
import { answerRefusedPage } from '@/lib/http/answers/refused-page';

/** What is known of a request once its path was read. */
export interface About {
  readonly segments: readonly string[];
  readonly area: Area;
  readonly caller: Caller;
}

type Refused = About & { readonly refusal: FrontRefusal };

/** A connection that asks for too many pages gets one refusal a second; refused at once it would only ask again at once. */
const TOO_MANY_DELAY_MS = 1_000;

export function refuse(request: IncomingMessage, response: ServerResponse, about: Refused, languages: readonly string[]): void {
  const isPage = about.area === 'page' || about.area === 'person';
  if (about.refusal.status !== 429 || !isPage) return answer(request, response, about, languages);
  const timer = setTimeout(() => answer(request, response, about, languages), TOO_MANY_DELAY_MS);
  response.once('close', () => clearTimeout(timer));
}

/** A person in a browser reads a page, everybody else a problem document. */
function answer(request: IncomingMessage, response: ServerResponse, { area, segments, caller, refusal }: Refused, languages: readonly string[]): void {
  const isRead = (area === 'page' || area === 'person') && (request.headers.accept ?? '').includes('text/html');
  if (!isRead) return answerProblem(response, { ...refusal, requestId: caller.requestId });
  answerRefusedPage(response, refusal, languages.find((lang) => lang === segments[0]) ?? null);
}
