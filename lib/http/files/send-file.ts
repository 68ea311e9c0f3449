import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseByteRange } from '@/lib/http/files/byte-range';
import { isUnmodifiedSince, matchesEtag, mayUseRange } from '@/lib/http/answers/conditional';
import { contentTypeOf } from '@/lib/http/files/content-type';
import type { FileFacts, OpenFile } from '@/lib/http/files/open-file';
import type { OpenFiles } from '@/lib/http/files/open-files';
import { pour } from '@/lib/http/files/pour';

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

export interface FileToSend {
  readonly files: OpenFiles;
  readonly root: string;
  readonly path: string;
}

/**
 * Sends a file as nginx would: one range (206), 304, 416, `HEAD`, `If-Range`, always with a length. Whatever headers
 * the response already has stay.
 * @returns false, with nothing sent, when there is no such file under `root`
 */
export async function sendFile(request: IncomingMessage, response: ServerResponse, { files, root, path }: FileToSend): Promise<boolean> {
  const lent = await files.lend(root, path);
  if (lent === null) return false;
  try {
    describe(response, path, lent.facts);
    await sendOpenFile(request, response, lent);
    return true;
  } finally {
    lent.giveBack();
  }
}

async function sendOpenFile(request: IncomingMessage, response: ServerResponse, { handle, facts }: OpenFile): Promise<void> {
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
  else await pour(handle, response, start, end - start + 1);
}
