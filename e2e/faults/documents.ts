export interface TaxDocument {
  kind: 'receipt' | 'creditNote';
  position: number;
  number: number;
  orderId: string;
  amount: number;
  uuid: string;
  previousUuid: string;
}

/** Row N12: numbers have no gaps, and each document names the previous one. @returns violations */
export function findFaults(documents: readonly TaxDocument[]): string[] {
  const faults: string[] = [];
  const isGapless = (numbers: readonly number[]) =>
    [...numbers].sort((one, other) => one - other).every((number, index) => number === index + 1);
  for (const kind of ['receipt', 'creditNote'] as const) {
    if (!isGapless(documents.filter((one) => one.kind === kind).map(({ number }) => number)))
      faults.push(`numbers of ${kind} have a gap`);
  }
  if (!isGapless(documents.map(({ position }) => position))) faults.push('positions have a gap');
  if (documents.some(({ previousUuid }, index) => previousUuid !== (documents[index - 1]?.uuid ?? '')))
    faults.push('a document names another than the one before');
  return faults;
}

export const sumDocuments = (documents: readonly TaxDocument[], orderId: string): number =>
  documents
    .filter((one) => one.orderId === orderId)
    .reduce((sum, { kind, amount }) => sum + (kind === 'receipt' ? amount : -amount), 0);
