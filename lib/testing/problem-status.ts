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
