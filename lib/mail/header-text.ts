/** Bytes in one encoded word, which has 75 characters at most (RFC 2047, 2). */
const longestWord = 45;

/**
 * A person's text as the value of a header. Nodemailer encodes letters beyond ASCII and passes on what already is an encoded word: a text
 * that only looks like one (`=?utf-8?…?=`) would reach readers decoded, so it is encoded here.
 */
export function headerText(text: string): string {
  if (!text.includes('=?')) return text;
  const words = [''];
  for (const letter of text) {
    if (Buffer.byteLength((words.at(-1) ?? '') + letter) > longestWord) words.push('');
    words[words.length - 1] += letter;
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}
