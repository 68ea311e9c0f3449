import 'server-only';
import { translatorOf } from '@/lib/i18n/translator';
import type { Language } from '@/lib/language';
import { problemResponse, type Problem } from '@/lib/problem';

/** The problem as a document in the caller's language; message keys in `errors` are translated by whoever put them there. */
export async function answerProblem(problem: Problem, lang: Language, request: Request): Promise<Response> {
  const translate = await translatorOf(lang);
  const response = problemResponse(problem, translate(`problems.${messageKey(problem.key)}`), request.headers.get('x-request-id') ?? '');
  response.headers.set('content-language', lang);
  return response;
}

/** Codes are kebab-case in answers, message keys snake_case. */
export const messageKey = (code: string): string => code.replaceAll('-', '_');
