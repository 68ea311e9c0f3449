export const bulkForm = 'bulk';
