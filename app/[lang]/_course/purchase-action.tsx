'use client';

import { useEffect, useState } from 'react';
import { defaultLanguage } from '@/lib/language';
import { ButtonLink } from '../_ui/button';
import { askPurchased } from './ask-purchased';

interface Props { slug: string; labels: { open: string; subscribe: string; finish: string } }

/** Row C6: until the purchase check returns, the button claims nothing. The link is the specification's, always `/ar`. */
export function PurchaseAction({ slug, labels }: Props) {
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
    <ButtonLink href={`/${defaultLanguage}/course/${encodeURIComponent(slug)}`} prefetch={false} wide size="large">
      <span aria-live="polite">{label}</span>
    </ButtonLink>
  );
}
