import 'server-only';
import { config } from '@/lib/config/config';

/** An absolute address; SITE_URL is its only source. `path` may hold any letters. */
export const absoluteUrl = (path: string): string => new URL(path, config().siteUrl).href;
