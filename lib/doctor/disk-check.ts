import 'server-only';
import { access, constants, statfs } from 'node:fs/promises';
import { config } from '@/lib/config/config';
import { bad, ok, warn, type Check, type Finding } from './check';

const mebibyte = 1024 * 1024;

/** The front refuses writing below 256 MiB (fault R12); warn in time. */
export const diskCheck: Check = {
  name: 'data folder',
  async run() {
    const { dataDir } = config();
    await access(dataDir, constants.W_OK);
    const { bavail, bsize } = await statfs(dataDir);
    return [roomFinding(dataDir, Math.floor((bavail * bsize) / mebibyte))];
  },
};

export function roomFinding(folder: string, freeMebibytes: number): Finding {
  const message = `${folder} is writable, ${freeMebibytes} MiB free`;
  if (freeMebibytes < 256) return bad(`${folder} has only ${freeMebibytes} MiB left: nothing is written until there is room`);
  return freeMebibytes < 1024 ? warn(message) : ok(message);
}
