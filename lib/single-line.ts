/** Characters that show nothing: direction marks, zero-width spaces, soft hyphens, byte order marks, variation selectors. */
const invisible = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** The same, without the two joiners, which are part of spelling, and without what belongs to an emoji before it. */
const invisibleInWords = /(?![\u200c\u200d])(?<!\p{Emoji}(?=\ufe0f))(?<!\u{1f3f4}[\u{e0020}-\u{e007f}]{0,6}(?=[\u{e0020}-\u{e007f}]))[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

/** A joiner joins letters, or the parts of an emoji: elsewhere it came along with what was copied. */
const idleJoiner = /(?<![\p{L}\p{M}\p{Emoji}\ufe0f])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}\p{Emoji}])/gu;

const loneSurrogate = /\p{Surrogate}/gu;
const lineBreak = /[\t\n\v\f\r\u0085\u2028\u2029]+/g;

/** A name, title or search as it was meant: without invisible characters, in one line, trimmed. The joiners of Persian and of emoji stay. */
export const cleanLine = (text: string): string =>
  text.replace(loneSurrogate, '').replace(invisibleInWords, '').replace(idleJoiner, '').replace(lineBreak, ' ').trim();

/** An address, number, code or URL as it was meant: without any invisible character, trimmed. */
export const cleanCode = (text: string): string => text.replace(loneSurrogate, '').replace(invisible, '').trim();
