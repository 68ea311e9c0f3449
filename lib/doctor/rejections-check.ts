import 'server-only';
import { unhandledRejections } from '@/lib/unhandled-rejections';
import { bad, ok, type Check } from './check';

/** Work of the running service that failed while nobody waited for it: what should have been done may not be (X32). */
export const rejectionsCheck: Check = {
  name: 'unhandled failures',
  async run() {
    const { count, last } = unhandledRejections();
    if (!last) return [ok('none in this process')];
    return [bad(`${count} since start, the last at ${last.at.toISOString()}: ${last.message}; the log has each with its place`)];
  },
};
