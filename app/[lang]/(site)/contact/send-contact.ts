import { callJson } from '../../_session/json-call';

export interface SendOutcome { state: 'sent' | 'refused' | 'too-many' | 'failed'; /** What is wrong, by field. */ errors: Record<string, string> }

/** Never throws: a network that is away is an outcome like any other. */
export async function sendContact(values: Record<string, string>): Promise<SendOutcome> {
  const outcome = await callJson({ method: 'POST', url: '/api/contact', body: values });
  if (outcome.ok) return { state: 'sent', errors: {} };
  if (outcome.status === 422) return { state: 'refused', errors: outcome.errors };
  return { state: outcome.status === 429 ? 'too-many' : 'failed', errors: {} };
}
