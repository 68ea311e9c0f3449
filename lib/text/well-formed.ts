/** Text from outside that was cut inside a character: half of one is not UTF-8, and JSON columns refuse it. */
export const wellFormed = (text: string): string => text.replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** `JSON.parse`, with every text well formed. @throws SyntaxError */
export const parseWellFormed = (json: string): unknown => JSON.parse(json, (_, value: unknown) => (typeof value === 'string' ? wellFormed(value) : value));
