const secretField =
  /"(client_secret|token|auth_token|key|api_key|hmac|email|phone_number|first_name|last_name|pan|card_num|masked_pan)"\s*:\s*"(?:[^"\\]|\\.)*(?:"|$)/gi;
const secretKey = /\b[a-z]{3}_(?:sk|csk)_(?:test|live)_\w+/gi;

/** Cuts a foreign answer to 2 kB and takes out what must not reach a log. */
export function redacted(text: string): string {
  return text.slice(0, 2048).replace(secretField, '"$1":"…"').replace(secretKey, '…');
}
