/** For outcomes that a caller must handle; `code` is a message key. All other errors are thrown. */
export interface Ok<Value> {
  ok: true;
  value: Value;
}
export interface Failure<Code extends string = string> {
  ok: false;
  code: Code;
  detail?: string;
}
export type Result<Value, Code extends string = string> = Ok<Value> | Failure<Code>;

export const ok = <Value>(value: Value): Ok<Value> => ({ ok: true, value });

export const fail = <Code extends string>(code: Code, detail?: string): Failure<Code> =>
  detail === undefined ? { ok: false, code } : { ok: false, code, detail };
