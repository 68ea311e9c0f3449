import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isClosedError, runTransaction } from './database';

type Fault = 'transaction' | 'commit' | 'quota';
let faults: Array<Fault | null>;
let opened: number;

const doNothing = (): void => undefined;

function fakeDatabase() {
  return {
    close: () => undefined,
    transaction: () => {
      const fault = faults.shift();
      if (fault === 'transaction') throw new DOMException('The database connection is closing.', 'InvalidStateError');
      const transaction = {
        error: fault === 'quota' ? new DOMException('full', 'QuotaExceededError') : null,
        oncomplete: doNothing,
        onabort: doNothing,
        objectStore: () => ({}),
      };
      setTimeout(() => (fault ? transaction.onabort() : transaction.oncomplete()));
      return transaction;
    },
  };
}

beforeEach(() => {
  opened = 0;
  vi.stubGlobal('indexedDB', {
    open: () => {
      opened += 1;
      const request = { result: fakeDatabase(), onsuccess: () => undefined };
      setTimeout(() => request.onsuccess());
      return request;
    },
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
});

test.each(['transaction', 'commit'] as const)(
  'reopens the database and repeats the work once after the browser closed it: %s [N18]',
  async (fault) => {
    faults = [];
    await runTransaction('readonly', () => 'warm');
    const before = opened;
    faults = [fault];
    const work = vi.fn(() => 'done');
    expect(await runTransaction('readwrite', work)).toBe('done');
    expect(opened).toBe(before + 1);
  },
);

test('gives up after the second attempt with a retryable error [N18]', async () => {
  faults = ['transaction', 'transaction'];
  const error: unknown = await runTransaction('readonly', () => 'never').catch((reason: unknown) => reason);
  expect(isClosedError(error)).toBe(true);
});

test('does not repeat the work if the disk is full [N18]', async () => {
  faults = ['quota', null];
  await expect(runTransaction('readwrite', () => 'never')).rejects.toMatchObject({ name: 'QuotaExceededError' });
  expect(faults).toEqual([null]);
});
