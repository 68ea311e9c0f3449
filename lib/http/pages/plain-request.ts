import { chooseEncoding, type Encoding } from '@/lib/http/answers/encoding';
import { isSearchEngine } from '@/lib/http/search-visits';

/** What matters of a request that asks for a kept answer. */
export interface PlainRequest {
  readonly url: string;
  readonly encoding: Encoding;
  readonly ifNoneMatch: string | null;
}

const LONGEST_HEAD_BYTES = 8_192;
const START = 'GET /';
const END = '\r\n\r\n';
const VERSION = ' HTTP/1.1\r\n';

const WELL_FORMED = /^(?:[!#$%&'*+\-.^_`|~0-9A-Za-z]+:[\t\x20-\x7e\x80-\xff]*\r\n)+\r\n$/;
/** A body, another protocol, part of an answer, Next's own navigation, or the end of the connection. */
const NOT_PLAIN =
  /^(?:content-length|transfer-encoding|upgrade|expect|te|trailer|range|if-range|if-match|if-modified-since|if-unmodified-since|rsc|next-[^:]*|http2-settings):/im;
const CLOSING = /^connection:(?![\t ]*keep-alive[\t ]*\r)/im;
/** A visit from search is counted by the HTTP server's side. */
const REFERER = /^referer:[\t ]*([^\r]*)/im;
const HOST = /^host:[\t ]*[^\t \r]/im;
const ENCODING = /^accept-encoding:[\t ]*([^\r]*?)[\t ]*\r/im;
const NONE_MATCH = /^if-none-match:[\t ]*([^\r]*?)[\t ]*\r/im;

type Headers = Omit<PlainRequest, 'url'>;

function readHeaders(text: string): Headers | null {
  const referer = REFERER.exec(text)?.[1];
  if (referer !== undefined && isSearchEngine(referer)) return null;
  if (!WELL_FORMED.test(text) || NOT_PLAIN.test(text) || CLOSING.test(text) || !HOST.test(text)) return null;
  return { encoding: chooseEncoding(ENCODING.exec(text)?.[1]), ifNoneMatch: NONE_MATCH.exec(text)?.[1] ?? null };
}

/**
 * Reads requests that are as simple as requests can be: one whole, well-formed GET in one piece, without a body.
 * Everything else is not its business and gets null. Browsers repeat their headers, so those are read once a connection.
 */
export class PlainReader {
  #text = '';
  #headers: Headers | null = null;

  read(bytes: Buffer): PlainRequest | null {
    if (bytes.length > LONGEST_HEAD_BYTES) return null;
    const text = bytes.toString('latin1');
    const lineEnd = text.indexOf('\r\n');
    if (!text.startsWith(START) || text.indexOf(END) !== text.length - END.length) return null;
    const urlEnd = lineEnd + 2 - VERSION.length;
    if (!text.startsWith(VERSION, urlEnd)) return null;
    const url = text.slice(START.length - 1, urlEnd);
    if (/[^\x21-\x7e]/.test(url)) return null;
    const headers = text.slice(lineEnd + 2);
    if (headers !== this.#text) {
      this.#headers = readHeaders(headers);
      this.#text = headers;
    }
    return this.#headers && { url, ...this.#headers };
  }
}
