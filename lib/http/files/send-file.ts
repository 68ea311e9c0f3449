import { constants } from 'node:fs';
import { open, realpath, type FileHandle } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { sep } from 'node:path';
import { parseByteRange } from '@/lib/http/files/byte-range';
import { isUnmodifiedSince, matchesEtag, mayUseRange } from '@/lib/http/answers/conditional';
import { contentTypeOf } from '@/lib/http/files/content-type';
import { pour } from '@/lib/http/files/pour';

/** A file inside `root`, symbolic links followed first; null when it is elsewhere or not there. */
async function openInside(root: string, path: string): Promise<FileHandle | null> {
  try {
    const [realRoot, real] = await Promise.all([realpath(root), realpath(path)]);
    if (!real.startsWith(realRoot + sep)) return null;
    return await open(real, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
}

/** What is known of the file before its bytes are sent. */
interface FileFacts {
  readonly size: number;
  readonly modifiedAtMs: number;
  readonly etag: string;
}

async function factsOf(file: FileHandle): Promise<FileFacts | null> {
  const stat = await file.stat();
  if (!stat.isFile()) return null;
  const stamp = `${stat.size.toString(36)}-${Math.floor(stat.mtimeMs).toString(36)}-${stat.ino.toString(36)}`;
  return { size: stat.size, modifiedAtMs: stat.mtimeMs, etag: `"${stamp}"` };
}

function isFresh({ headers }: IncomingMessage, facts: FileFacts): boolean {
  const noneMatch = headers['if-none-match'];
  if (noneMatch !== undefined) return matchesEtag(noneMatch, facts.etag);
  return isUnmodifiedSince(headers['if-modified-since'], facts.modifiedAtMs);
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

function describe(response: ServerResponse, path: string, facts: FileFacts): void {
  response.setHeader('accept-ranges', 'bytes');
  response.setHeader('etag', facts.etag);
  response.setHeader('last-modified', new Date(facts.modifiedAtMs).toUTCString());
  if (!response.hasHeader('content-type')) response.setHeader('content-type', contentTypeOf(path));
}

/**
 * Sends a file as nginx would: one range (206), 304, 416, `HEAD`, `If-Range`, always with a length. Whatever headers
 * the response already has stay.
 * @returns false, with nothing sent, when there is no such file under `root`
 */
export async function sendFile(request: IncomingMessage, response: ServerResponse, root: string, path: string): Promise<boolean> {
  const file = await openInside(root, path);
  if (file === null) return false;
  try {
    const facts = await factsOf(file);
    if (facts === null) return false;
    describe(response, path, facts);
    await sendOpenFile(request, response, file, facts);
    return true;
  } finally {
    await file.close();
  }
}

async function sendOpenFile(request: IncomingMessage, response: ServerResponse, file: FileHandle, facts: FileFacts): Promise<void> {
  const { headers, method } = request;
  response.statusCode = 200;
  if (isFresh(request, facts)) {
    response.statusCode = 304;
    response.removeHeader('content-type');
    response.end();
    return;
  }
  const usable = method === 'GET' && mayUseRange(single(headers['if-range']), facts.etag, facts.modifiedAtMs);
  const range = parseByteRange(usable ? headers.range : undefined, facts.size);
  if (range.kind === 'unsatisfiable') {
    response.statusCode = 416;
    response.setHeader('content-range', `bytes */${facts.size}`);
    response.setHeader('content-length', 0);
    response.removeHeader('content-type');
    response.end();
    return;
  }
  const [start, end] = range.kind === 'part' ? [range.start, range.end] : [0, facts.size - 1];
  if (range.kind === 'part') {
    response.statusCode = 206;
    response.setHeader('content-range', `bytes ${start}-${end}/${facts.size}`);
  }
  response.setHeader('content-length', end - start + 1);
  if (method === 'HEAD') response.end();
  else await pour(file, response, start, end - start + 1);
}
