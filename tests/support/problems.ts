import { expect } from 'vitest';
import { Problem } from '@/lib/problem';

/** Matches the refusal in `toEqual` and `rejects`. */
export const matchProblem = (status: number, key: string): unknown => expect.objectContaining({ status, key });

export async function readProblemStatus(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof Problem) return error.status;
    throw error;
  }
}

export async function readProblemKey(call: Promise<unknown>): Promise<string> {
  try {
    await call;
    return 'done';
  } catch (error) {
    if (error instanceof Problem) return error.key;
    throw error;
  }
}
