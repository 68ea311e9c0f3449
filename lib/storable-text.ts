/** PostgreSQL cannot store NUL, and a lone surrogate is not UTF-8. */
export const isStorable = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text);
