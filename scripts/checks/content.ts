import { findContentFaults } from '@/lib/content/check/find-faults';

// npm run check:content, and a part of the build: malformed content never gets as far as a running service (row O2).
const faults = await findContentFaults(process.env.CONTENT_DIR ?? 'content');
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.stderr.write(`The content has ${faults.length} fault(s).\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
