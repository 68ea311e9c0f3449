import { Problem } from '@/lib/problem';

export async function problemStatus(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}

export async function problemKey(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return error.key;
    throw error;
  }
}
