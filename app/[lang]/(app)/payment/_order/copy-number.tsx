'use client';

import { useState } from 'react';
import { Button } from '../../../_ui/button';
import { useHydrated } from '../../../_ui/use-hydrated';

interface Props { number: string; labels: Record<'copy' | 'copied' | 'failed', string> }

/** For the payment app on the same phone. Without scripts the number is selected by one tap. */
export function CopyNumber({ number, labels }: Props) {
  const hydrated = useHydrated();
  const [said, setSaid] = useState('');
  if (!hydrated) return null;
  const copy = () => navigator.clipboard.writeText(number).then(() => labels.copied, () => labels.failed).then(setSaid);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => void copy()}>{labels.copy}</Button>
      <span role="status">{said}</span>
    </>
  );
}
