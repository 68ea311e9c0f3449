'use client';

import { useEffect, useState } from 'react';
import { sessionFetch } from '../_session/session-fetch';
import { ButtonLink } from '../_ui/button';

type Props = { courseSlug: string; productKey: string | null; words: { open: string; subscribe: string; finish: string } };
type Owned = boolean | null;

function userIdHere(): string | null {
  if (!/(?:^|;\s*)signed_in=(?:1|learner|admin)/.test(document.cookie)) return null;
  try {
    return (JSON.parse(localStorage.getItem('userInfo') ?? 'null') as { userId?: string } | null)?.userId ?? null;
  } catch {
    return null;
  }
}

async function ask(userId: string, courseSlug: string): Promise<Owned> {
  const answer = await sessionFetch(`/api/payment/${encodeURIComponent(userId)}/checkProductStatus`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ filename: courseSlug }),
  });
  const owned: unknown = answer.ok ? await answer.json() : null;
  return typeof owned === 'boolean' ? owned : null;
}

/**
 * Row C6 on a page that is the same for everybody: until the purchase check returns the link only opens the course, where
 * the guards decide; then it says subscribe or finish. The link is the specification's, `/ar`.
 */
export function SubscribeAction({ courseSlug, words }: Props) {
  const [owned, setOwned] = useState<Owned>(null);
  useEffect(() => {
    const userId = userIdHere();
    const answer = userId ? ask(userId, courseSlug) : Promise.resolve(/(?:^|;\s*)signed_in=/.test(document.cookie) ? null : false);
    let isHere = true;
    answer.then((known) => { if (isHere) setOwned(known); }, () => undefined);
    return () => { isHere = false; };
  }, [courseSlug]);
  const label = owned === null ? words.open : owned ? words.finish : words.subscribe;
  return <ButtonLink href={`/ar/course/${encodeURIComponent(courseSlug)}`} prefetch={false} size="large" wide data-owned={owned ?? undefined}>{label}</ButtonLink>;
}
