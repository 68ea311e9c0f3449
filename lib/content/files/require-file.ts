import 'server-only';
import { tagPage } from '@/lib/cache/page-context';
import { notFound, unavailable } from '@/lib/problem';
import { loadContent } from '../load';

/**
 * A content file as it is served: its own text, and the hash of it.
 * @throws Problem 404 when there is no such file, 503 when it does not have its shape (O2)
 */
export async function requireFile(path: string | null): Promise<{ body: string; etag: string }> {
  const loaded = path === null ? null : await loadContent(path);
  if (!loaded || loaded.state === 'missing') throw notFound();
  if (loaded.state === 'broken') throw unavailable('content-broken', 60);
  tagPage('content');
  return { body: loaded.body, etag: loaded.etag };
}
