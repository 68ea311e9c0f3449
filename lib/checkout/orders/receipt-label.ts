export type TaxReceiptKind = 'receipt' | 'creditNote';

/** `T-000001`, `CN-000001`. */
export const labelOf = (kind: TaxReceiptKind, number: number): string => `${kind === 'receipt' ? 'T' : 'CN'}-${String(number).padStart(6, '0')}`;
