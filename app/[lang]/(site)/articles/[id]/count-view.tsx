'use client';

import { useEffect } from 'react';

/** Row C12: the page itself is cached, so a reading is reported by a call. The server counts one a day. */
export function CountView({ id }: { id: string }) {
  useEffect(() => {
    fetch(`/api/blog/${encodeURIComponent(id)}/view`, { method: 'POST', keepalive: true }).catch(() => undefined);
  }, [id]);
  return null;
}
