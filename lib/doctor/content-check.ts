import 'server-only';
import { config } from '@/lib/config/config';
import { findContentFaults } from '@/lib/content/check';
import { bad, ok, type Check } from './check';

/** Every content file parses, and the three languages have the same files (rows O2, B9). */
export const contentCheck: Check = {
  name: 'content',
  async run() {
    const faults = await findContentFaults(config().contentDir);
    return faults.length > 0 ? faults.map(bad) : [ok('every file is right, in all languages')];
  },
};
