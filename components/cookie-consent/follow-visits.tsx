'use client';

import { usePathname } from 'next/navigation';
import { useEffect } from 'react';

export function FollowVisits({ measurementId }: { measurementId: string }) {
  const pathname = usePathname();
  useEffect(() => window.visits?.follow(pathname), [pathname]);
  useEffect(
    () => () => {
      window[`ga-disable-${measurementId}`] = true;
    },
    [measurementId],
  );
  return null;
}
