'use client';

import { useEffect, useState } from 'react';
import { readShownUser } from '@/components/session/shown-user';
import { ButtonLink } from '@/components/ui/button';
import { defaultLanguage } from '@/lib/language';
import type { PurchaseLabels } from './purchase-labels';
import styles from './purchase-action.module.css';

interface Props {
  slug: string;
  labels: PurchaseLabels;
  size?: 'medium' | 'large';
}

/** Row C6: CSS picks the label by `data-auth` until the purchase is checked. The specification wants links to `/ar`. */
export function PurchaseAction({ slug, labels, size = 'large' }: Props) {
  const [purchased, setPurchased] = useState<boolean | null>(null);
  useEffect(() => {
    let gone = false;
    checkPurchase(slug).then(
      (answer) => !gone && setPurchased(answer),
      () => undefined,
    );
    return () => {
      gone = true;
    };
  }, [slug]);
  return (
    <ButtonLink href={`/${defaultLanguage}/course/${encodeURIComponent(slug)}`} prefetch={false} wide size={size}>
      <span aria-live="polite">
        {purchased === null ? (
          <>
            <span className={styles.ofVisitor}>{labels.subscribe}</span>
            <span className={styles.ofLearner}>{labels.open}</span>
          </>
        ) : purchased ? (
          labels.finish
        ) : (
          labels.subscribe
        )}
      </span>
    </ButtonLink>
  );
}

const pendingChecks = new Map<string, Promise<boolean | null>>();

function checkPurchase(slug: string): Promise<boolean | null> {
  const answer = pendingChecks.get(slug) ?? fetchPurchase(slug).finally(() => pendingChecks.delete(slug));
  pendingChecks.set(slug, answer);
  return answer;
}

async function fetchPurchase(slug: string): Promise<boolean | null> {
  if (document.documentElement.dataset.auth !== 'learner') return false;
  const user = await readShownUser();
  if (!user) return null;
  const answer = await fetch(`/api/payment/${encodeURIComponent(user.userId)}/checkProductStatus`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: slug }),
  });
  return answer.ok ? ((await answer.json()) as boolean) : null;
}
