import { relative, resolve } from 'node:path';

/** Of the 104 bytes that macOS has for it (Linux 108), one ends the text. */
const longestBytes = 103;

/** The shorter way to a Unix socket, from here or from the root. @throws Error when that is still too long to listen at. */
export function socketAddress(path: string): string {
  const whole = resolve(path);
  const fromHere = relative(process.cwd(), whole);
  const address = fromHere.length < whole.length ? fromHere : whole;
  if (Buffer.byteLength(address) > longestBytes) throw new Error(`${whole} is too long for a socket's address (${longestBytes} bytes): choose a shorter DATA_DIR.`);
  return address;
}
