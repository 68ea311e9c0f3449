export const pageSize = 25;

export interface Page<Row> { rows: Row[]; page: number; hasNext: boolean }

/** One row more than is shown says whether there is a next page, without counting. */
export const windowOf = (page: number) => ({ skip: (page - 1) * pageSize, take: pageSize + 1 });

export function pageOf<Row>(rows: Row[], page: number): Page<Row> {
  return { rows: rows.slice(0, pageSize), page, hasNext: rows.length > pageSize };
}
