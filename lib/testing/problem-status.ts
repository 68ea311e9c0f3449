import { Problem } from '@/lib/problem';

/** The HTTP status a domain call ends with: 200, or that of the problem it throws. */
export async function problemStatus(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}

/** The key of the problem that a domain call throws; `done` when it throws none. */
export async function problemKey(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return error.key;
    throw error;
  }
}
