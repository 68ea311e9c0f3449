import 'server-only';
import { access, constants, statfs } from 'node:fs/promises';
import { littleSpaceMebibytes } from '@/lib/admin/reports/limits';
import { config } from '@/lib/config/config';
import { minFreeMebibytes } from '@/lib/process/lifecycle';
import { unhandledRejections } from '@/lib/process/stats';
import { bad, ok, warn, type Check, type Finding } from './check';

const mebibyte = 1024 * 1024;

/** The server refuses writes below a limit (R12); warns before that. */
export const diskCheck: Check = {
  name: 'data folder',
  async run() {
    const { dataDir } = config();
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    return [diskFinding(dataDir, Math.floor((bavail * bsize) / mebibyte))];
  },
};

export function diskFinding(folder: string, freeMebibytes: number): Finding {
  const message = `${folder} is writable, ${freeMebibytes} MiB free`;
  if (freeMebibytes < minFreeMebibytes) return bad(`${folder} has only ${freeMebibytes} MiB left: nothing is written until there is space`);
  return freeMebibytes < littleSpaceMebibytes ? warn(message) : ok(message);
}

/** Failures without a handler in the running service: their work may not have been done (X32). */
export const rejectionsCheck: Check = {
  name: 'unhandled failures',
  async run() {
    const { count, last } = unhandledRejections();
    if (!last) return [ok('none in this process')];
    return [bad(`${count} since start, the last at ${last.at.toISOString()}: ${last.message}; the log has each with its place`)];
  },
};
