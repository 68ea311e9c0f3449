import { invalidate } from './invalidate';

const minuteMs = 60_000;
const open = new Map<string, { count: number; isBehind: boolean }>();

/**
 * Invalidates a tag that changes with every visitor: `times` a minute at once, then once more when the minute is over. So cached answers are
 * exact in quiet times, a minute old at most in busy ones, and a flood of changes does not keep the cache empty.
 */
export function invalidatePerMinute(tag: string, times: number): void {
  const minute = open.get(tag) ?? openMinute(tag);
  minute.count += 1;
  if (minute.count <= times) invalidate(tag);
  else minute.isBehind = true;
}

function openMinute(tag: string) {
  const minute = { count: 0, isBehind: false };
  open.set(tag, minute);
  setTimeout(() => {
    open.delete(tag);
    if (minute.isBehind) invalidate(tag);
  }, minuteMs).unref();
  return minute;
}
