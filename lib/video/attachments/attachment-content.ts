import { attachmentTypeOf } from '@/lib/content/attachment-types';
import { pictureKindOf } from '@/lib/media/picture-type';

/** Whether the bytes are what the extension says; what a browser says they are is never asked. */
export function isWhatItSays(fileName: string, bytes: Buffer): boolean {
  const type = attachmentTypeOf(fileName);
  if (type === null) return false;
  if (type === 'application/pdf') return bytes.subarray(0, 1024).includes('%PDF-');
  if (type === 'application/zip') return isZip(bytes);
  // Both kinds of documents are archives with a part that only they have.
  if (type.startsWith('application/vnd.openxmlformats')) return isZip(bytes) && bytes.includes('[Content_Types].xml');
  if (type.startsWith('application/vnd.oasis')) return isZip(bytes) && bytes.includes(type);
  if (type.startsWith('application/')) return startsWith(bytes, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
  if (type.startsWith('image/')) return `image/${pictureKindOf(bytes)}` === type;
  return isText(bytes);
}

const startsWith = (bytes: Buffer, start: string): boolean => bytes.subarray(0, start.length).toString('latin1') === start;

const isZip = (bytes: Buffer): boolean => startsWith(bytes, 'PK\x03\x04') || startsWith(bytes, 'PK\x05\x06');

function isText(bytes: Buffer): boolean {
  if (bytes.includes(0)) return false;
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
