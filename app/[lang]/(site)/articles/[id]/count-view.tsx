'use client';

import { useEffect } from 'react';

/** Row C12: the page itself is kept for everybody, so a reading is told apart. Once a day counts on the server. */
export function CountView({ id }: { id: string }) {
  useEffect(() => {
    fetch(`/api/blog/${encodeURIComponent(id)}/view`, { method: 'POST', keepalive: true }).catch(() => undefined);
  }, [id]);
  return null;
}
