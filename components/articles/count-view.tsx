'use client';

import { useEffect } from 'react';

/** Row C12: counts a view by a call, because the page is cached. The server counts each reader once a day. */
export function CountView({ id }: { id: string }) {
  useEffect(() => {
    fetch(`/api/blog/${encodeURIComponent(id)}/view`, { method: 'POST', keepalive: true }).catch(() => undefined);
  }, [id]);
  return null;
}
