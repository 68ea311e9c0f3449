import { shownUser } from '../_session/shown-user';

/** Whether the person at this browser has the course; null when that could not be found out. */
export async function askPurchased(slug: string): Promise<boolean | null> {
  if (document.documentElement.dataset.auth !== 'learner') return false;
  const user = await shownUser();
  if (!user) return null;
  const answer = await fetch(`/api/payment/${encodeURIComponent(user.userId)}/checkProductStatus`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ filename: slug }),
  });
  return answer.ok ? ((await answer.json()) as boolean) : null;
}
