import 'server-only';
import { hmacOf } from '@/lib/config/secrets';

/**
 * What a browser keeps that was signed in to an account: it names nobody and signs in nobody, but its wrong passwords are counted apart from
 * a stranger's (`attempt-limit.ts`).
 */
export const deviceTokenOf = (userId: string): string => hmacOf('known-device', userId);
