'use client';

import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const lookEveryMs = 2000;

/** Asks for the page again while pictures of it are being prepared. */
export function WatchPictures({ waiting }: { waiting: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => router.refresh(), lookEveryMs);
    return () => clearInterval(timer);
  }, [waiting, router]);
  return null;
}
