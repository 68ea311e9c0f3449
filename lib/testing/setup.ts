import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, vi } from 'vitest';

// Next's middleware test helper expects it.
Object.assign(globalThis, { AsyncLocalStorage });

let errors: unknown[][] = [];

beforeEach(() => {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...line) => void errors.push(line));
});

afterEach(() => {
  expect(errors, 'console.error was called').toEqual([]);
  vi.restoreAllMocks();
});
