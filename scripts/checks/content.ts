import { findContentFaults } from '../../lib/content/faults';

// npm run check:content, also part of the build: stops malformed content before it is deployed (row O2).
const faults = await findContentFaults(process.env.CONTENT_DIR ?? 'content');
for (const fault of faults) process.stderr.write(`${fault}\n`);
if (faults.length > 0) process.stderr.write(`The content has ${faults.length} fault(s).\n`);
process.exitCode = faults.length > 0 ? 1 : 0;
