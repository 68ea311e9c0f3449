'use client';

import { useEffect, useState } from 'react';
import { defaultLanguage } from '@/lib/language';
import { ButtonLink } from '../_ui/button';
import { shownUser } from '../_session/shown-user';
import type { PurchaseLabels } from './purchase-labels';

interface Props { slug: string; labels: PurchaseLabels; size?: 'medium' | 'large' }

/** Row C6: until the purchase check returns, the button claims nothing. The link is the specification's, always `/ar`. */
export function PurchaseAction({ slug, labels, size = 'large' }: Props) {
  const [purchased, setPurchased] = useState<boolean | null>(null);
  useEffect(() => {
    let gone = false;
    askPurchased(slug).then((answer) => !gone && setPurchased(answer), () => undefined);
    return () => {
      gone = true;
    };
  }, [slug]);
  const label = purchased === null ? labels.open : purchased ? labels.finish : labels.subscribe;
  return (
    <ButtonLink href={`/${defaultLanguage}/course/${encodeURIComponent(slug)}`} prefetch={false} wide size={size}>
      <span aria-live="polite">{label}</span>
    </ButtonLink>
  );
}

/** Under way: a page may have the button twice. */
const asked = new Map<string, Promise<boolean | null>>();

/** Whether the signed-in learner has the course; null when unknown. */
function askPurchased(slug: string): Promise<boolean | null> {
  const answer = asked.get(slug) ?? fetchPurchased(slug).finally(() => asked.delete(slug));
  asked.set(slug, answer);
  return answer;
}

async function fetchPurchased(slug: string): Promise<boolean | null> {
  if (document.documentElement.dataset.auth !== 'learner') return false;
  const user = await shownUser();
  if (!user) return null;
  const answer = await fetch(`/api/payment/${encodeURIComponent(user.userId)}/checkProductStatus`, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ filename: slug }),
  });
  return answer.ok ? ((await answer.json()) as boolean) : null;
}
