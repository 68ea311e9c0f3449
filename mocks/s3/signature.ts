import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const skewMs = 15 * 60_000;
const hash = (text: string) => createHash('sha256').update(text).digest('hex');

/** Why a request's Signature Version 4 does not hold, or null when it does. */
export function faultOfSignature(request: IncomingMessage, { key, secret }: { key: string; secret: string }): string | null {
  const given = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/
    .exec(request.headers.authorization ?? '');
  if (!given) return 'AccessDenied';
  const [, who, day = '', region = '', names = '', signature = ''] = given;
  if (who !== key) return 'InvalidAccessKeyId';
  const stamp = String(request.headers['x-amz-date'] ?? '');
  const [, year, month, date, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamp) ?? [];
  const at = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (!(Math.abs(Date.now() - at) < skewMs) || !stamp.startsWith(day)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  for (const name of ['host', 'x-amz-content-sha256', 'x-amz-date']) if (!signed.includes(name)) return 'SignatureDoesNotMatch';
  const [path = '', query = ''] = (request.url ?? '').split('?');
  const lines = signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = `${request.method}\n${path}\n${query}\n${lines}\n${names}\n${String(request.headers['x-amz-content-sha256'])}`;
  const toSign = `AWS4-HMAC-SHA256\n${stamp}\n${day}/${region}/s3/aws4_request\n${hash(canonical)}`;
  let signing: Buffer = Buffer.from(`AWS4${secret}`);
  for (const part of [day, region, 's3', 'aws4_request']) signing = createHmac('sha256', signing).update(part).digest();
  const expected = createHmac('sha256', signing).update(toSign).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? null : 'SignatureDoesNotMatch';
}
