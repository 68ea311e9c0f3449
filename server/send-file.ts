import type { BigIntStats, ReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface SelectedFile {
  readonly size: number;
  readonly etag: string;
  readonly modifiedAt: Date;
}

export type FileChoice =
  { readonly status: 200 | 304 | 412 | 416 } | { readonly status: 206; readonly start: number; readonly end: number };

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

/** Returns NaN for an invalid date, which makes every comparison false, so that the condition is ignored. */
const dateSeconds = (header: string | undefined): number => (header === undefined ? NaN : secondsOf(new Date(header)));

/** @param isWeak whether `W/"a"` counts as `"a"` (RFC 9110, 8.8.3.2) */
function listsEtag(list: string, etag: string, isWeak: boolean): boolean {
  if (list.trim() === '*') return true;
  return (list.match(/(?:W\/)?"[^"]*"/g) ?? []).some((tag) => tag === etag || (isWeak && tag === `W/${etag}`));
}

/** Follows RFC 9110, 13.2.2. */
function evaluatePreconditions(headers: IncomingHttpHeaders, { etag, modifiedAt }: SelectedFile): 304 | 412 | null {
  const { 'if-match': match, 'if-none-match': noneMatch } = headers;
  if (match !== undefined) {
    if (!listsEtag(match, etag, false)) return 412;
  } else if (secondsOf(modifiedAt) > dateSeconds(headers['if-unmodified-since'])) return 412;
  if (noneMatch !== undefined) return listsEtag(noneMatch, etag, true) ? 304 : null;
  return secondsOf(modifiedAt) <= dateSeconds(headers['if-modified-since']) ? 304 : null;
}

/** Compares `If-Range`, which is either a strong ETag or an exact date. */
function isSameVersion(ifRange: string | undefined, { etag, modifiedAt }: SelectedFile): boolean {
  return ifRange === undefined || ifRange.trim() === etag || dateSeconds(ifRange) === secondsOf(modifiedAt);
}

/** @returns null if the whole file should be sent */
function parseRange(range: string | undefined, size: number): FileChoice | null {
  const [, from = '', to = ''] = /^\s*bytes=\s*(\d*)-(\d*)\s*$/i.exec(range ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from !== '' && to !== '' && Number(to) < Number(from)) return null;
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  if (start >= size || (from === '' && Number(to) === 0)) return { status: 416 };
  return { status: 206, start, end: from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1) };
}

export function chooseResponse(method: string, headers: IncomingHttpHeaders, file: SelectedFile): FileChoice {
  const status = evaluatePreconditions(headers, file);
  if (status !== null) return { status };
  // HEAD has no ranges (RFC 9110, 14.2).
  const part =
    method === 'GET' && isSameVersion(headers['if-range'] as string | undefined, file)
      ? parseRange(headers.range, file.size)
      : null;
  return part ?? { status: 200 };
}

interface SendOptions {
  path: string;
  headers: Readonly<Record<string, string>>;
  etag?: string | undefined;
  readBytes?: number | undefined;
}

/** @returns false, without sending anything, if the file does not exist */
export async function sendDiskFile(
  request: FastifyRequest,
  reply: FastifyReply,
  options: SendOptions,
): Promise<boolean> {
  const handle = await open(options.path).catch(() => null);
  if (!handle) return false;
  let stream: ReadStream | null = null;
  try {
    const facts = await handle.stat({ bigint: true });
    if (!facts.isFile()) return false;
    stream = sendChosenPart(request, reply, handle, { ...options, facts });
    return true;
  } finally {
    if (!stream) await handle.close();
  }
}

function sendChosenPart(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: FileHandle,
  { facts, headers, etag, readBytes = 64 * 1024 }: SendOptions & { facts: BigIntStats },
): ReadStream | null {
  const size = Number(facts.size);
  const tag = etag ?? `"${[facts.ino, facts.size, facts.mtimeNs].map((number) => number.toString(36)).join('-')}"`;
  const choice = chooseResponse(request.method, request.headers, { size, etag: tag, modifiedAt: facts.mtime });
  void reply
    .code(choice.status)
    .headers(headers)
    .headers({ 'accept-ranges': 'bytes', etag: tag, 'last-modified': facts.mtime.toUTCString() });
  if (choice.status === 416) void reply.header('content-range', `bytes */${size}`);
  if (choice.status !== 200 && choice.status !== 206) {
    void reply.removeHeader('content-type');
    if (choice.status !== 304) void reply.header('content-length', 0);
    void reply.send();
    return null;
  }
  const { start, end } = choice.status === 206 ? choice : { start: 0, end: size - 1 };
  if (choice.status === 206) void reply.header('content-range', `bytes ${start}-${end}/${size}`);
  void reply.header('content-length', end - start + 1);
  if (request.method === 'HEAD' || size === 0) {
    void reply.send();
    return null;
  }
  const stream = handle.createReadStream({ start, end, highWaterMark: readBytes });
  void reply.send(stream);
  return stream;
}
