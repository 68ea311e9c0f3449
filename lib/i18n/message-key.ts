/** Codes are kebab-case in responses, snake_case in messages. */
export const messageKey = (code: string): string => code.replaceAll('-', '_');
