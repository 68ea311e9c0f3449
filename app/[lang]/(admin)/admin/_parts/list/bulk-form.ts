/** The id of a list's form for several rows: its checkboxes stand in the rows, outside of it. */
export const bulkForm = 'bulk';
