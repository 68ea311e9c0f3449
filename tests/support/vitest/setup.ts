import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, expect, vi } from 'vitest';

Object.assign(globalThis, { AsyncLocalStorage });

let errors: unknown[][] = [];

beforeEach(() => {
  errors = [];
  vi.spyOn(console, 'error').mockImplementation((...args) => void errors.push(args));
});

afterEach(() => {
  expect(errors, 'console.error was called').toEqual([]);
  vi.restoreAllMocks();
});
