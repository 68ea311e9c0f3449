export type SendOutcome = 'sent' | 'refused' | 'too-many' | 'failed';

/** Never throws: a network that is away is an outcome like any other. */
export async function sendContact(values: Record<string, string>): Promise<SendOutcome> {
  try {
    const answer = await fetch('/api/contact', {
      method: 'POST', headers: { 'content-type': 'application/json', 'accept-language': document.documentElement.lang }, body: JSON.stringify(values),
    });
    if (answer.status === 201) return 'sent';
    if (answer.status === 422) return 'refused';
    return answer.status === 429 ? 'too-many' : 'failed';
  } catch {
    return 'failed';
  }
}
