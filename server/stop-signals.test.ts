import { EventEmitter } from 'node:events';
import { expect, test, vi } from 'vitest';
import { stopOnSignals } from './stop-signals';

test('R18 the first signal stops the service, a second one neither ends nor stops it again', () => {
  const signals = new EventEmitter();
  const stop = vi.fn();
  stopOnSignals(stop, signals);
  expect(signals.emit('SIGINT')).toBe(true);
  expect(signals.emit('SIGINT')).toBe(true);
  expect(signals.emit('SIGTERM')).toBe(true);
  expect(stop).toHaveBeenCalledOnce();
});
