/** Arabic-Indic and Persian digits to 0–9 (V1), for phone numbers and codes typed on either keyboard. */
export function foldDigits(text: string): string {
  return text
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x0660))
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x06f0));
}

/** As people type numbers, in either digit set; nothing is null, and what is no number stays text, which the call refuses at its field. */
export function numberOf(text: string): number | string | null {
  const plain = foldDigits(text).replaceAll(/[\s,٬]/g, '').replace('٫', '.');
  if (plain === '') return null;
  return Number.isNaN(Number(plain)) ? text : Number(plain);
}
