import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

interface WriteFileOptions {
  readonly mode?: number;
  /** Waits until the disk has the bytes, so that a power failure leaves no empty file. */
  readonly flush?: boolean;
}

/** Readers see the old file or the new one, never a part. Two writers at once do not disturb each other. */
export async function writeFileAtomically(
  file: string,
  content: string | Uint8Array,
  options: WriteFileOptions = {},
): Promise<void> {
  const temporary = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(/* turbopackIgnore: true */ temporary, content, { ...options, flag: 'wx' });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
