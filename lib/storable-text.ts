/** PostgreSQL stores no NUL, and half of a surrogate pair is no UTF-8. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);
