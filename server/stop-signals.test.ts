import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { stopOnSignals } from './shut-down';

test('the first signal stops the service, and further ones neither kill nor stop it again [R18]', () => {
  const signals = new EventEmitter();
  const stop = vi.fn();
  stopOnSignals(stop, signals);
  expect(signals.emit('SIGINT')).toBe(true);
  expect(signals.emit('SIGINT')).toBe(true);
  expect(signals.emit('SIGTERM')).toBe(true);
  expect(stop).toHaveBeenCalledOnce();
});
