import 'server-only';
import sharp from 'sharp';
import { directionOf, type Language } from '@/lib/language';
import { drawableText } from './drawable-text';
import { preparePictureFonts } from './picture-fonts';
import { publicFilePath } from '@/lib/content/files/asset-path';

export interface ShareTexts { lang: Language; title: string; eyebrow: string; productName: string }
export interface ShareColours { ground: string; ink: string; accent: string }

const width = 1200;
const height = 630;
const margin = 84;
const coverWidth = 540;

/**
 * The picture that a shared link shows: the title, shaped and wrapped by Pango, since Satori reverses Arabic texts.
 * @param cover the picture beside the title, as a file or its bytes, or null
 * @returns PNG with a palette, small enough for a chat's preview
 */
export async function drawSharePicture(texts: ShareTexts, colours: ShareColours, cover: string | Buffer | null): Promise<Buffer> {
  await preparePictureFonts();
  const rtl = directionOf(texts.lang) === 'rtl';
  const column = cover ? width - coverWidth - margin - 40 : 640;
  const [title, eyebrow, name, picture] = await Promise.all([
    drawText(texts.title, { size: texts.title.length > 60 ? 44 : 58, width: column, colour: colours.ink, maxHeight: 300 }),
    drawText(texts.eyebrow, { size: 26, width: column, colour: colours.accent, maxHeight: 80 }),
    drawText(texts.productName, { size: 34, width: 400, colour: colours.ink, maxHeight: 90 }),
    cover ? sharp(cover, { density: 144 }).resize(coverWidth, height, { fit: 'cover' }).png().toBuffer() : rosette(rtl),
  ]);
  const side = (part: Drawn) => (rtl ? width - margin - part.width : margin);
  const layers = [
    { input: picture, left: rtl ? 0 : width - coverWidth, top: 0 },
    { input: Buffer.from(edge(colours)), left: rtl ? width - 12 : 0, top: 0 },
    { input: eyebrow.data, left: side(eyebrow), top: margin },
    { input: title.data, left: side(title), top: margin + eyebrow.height + 34 },
    { input: name.data, left: side(name), top: height - margin - name.height },
  ];
  const canvas = sharp({ create: { width, height, channels: 3, background: colours.ground } });
  return canvas.composite(layers).png({ palette: true, quality: 88, effort: 7 }).toBuffer();
}

interface Drawn { data: Buffer; width: number; height: number }
interface Style { size: number; width: number; colour: string; maxHeight: number }

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const smallest = 24;

/** Without the last fifth of its letters, whole ones. */
function shortened(text: string): string {
  const letters = Array.from(graphemes.segment(text.replace(/…$/, '')), ({ segment }) => segment);
  return `${letters.slice(0, Math.floor(letters.length * 0.8)).join('').trimEnd()}…`;
}

/** `left` is what Pango calls the side where reading begins: right in Arabic. */
async function drawText(written: string, { size, width: wide, colour, maxHeight }: Style): Promise<Drawn> {
  const text = drawableText(written);
  // Pango refuses to draw nothing.
  if (text === '') return { data: await sharp({ create: { width: 1, height: 1, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } }).png().toBuffer(), width: 1, height: 1 };
  const markup = `<span foreground="${colour}" font_desc="Readex Pro SemiBold ${size}px">${escape(text)}</span>`;
  // A word wider than the column is broken: the picture would not fit into the canvas.
  const drawn = sharp({ text: { text: markup, width: wide, rgba: true, wrap: 'word-char', align: 'left', spacing: Math.round(size / 4), dpi: 72 } });
  const { data, info } = await drawn.png().toBuffer({ resolveWithObject: true });
  if (info.height <= maxHeight && info.width <= wide) return { data, width: info.width, height: info.height };
  if (size - 6 >= smallest) return drawText(text, { size: size - 6, width: wide, colour, maxHeight });
  return drawText(shortened(text), { size, width: wide, colour, maxHeight });
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Where there is no picture: the house's rosette, quiet, cut by the edges. */
async function rosette(rtl: boolean): Promise<Buffer> {
  const file = publicFilePath('/assets/patterns/rosette.svg');
  return sharp(file ?? Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'), { density: 96 })
    .resize(820, 820).extract({ left: rtl ? 820 - coverWidth : 0, top: 95, width: coverWidth, height }).ensureAlpha().linear([1, 1, 1, 0.6], [0, 0, 0, 0]).png().toBuffer();
}

const edge = ({ accent }: ShareColours): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="12" height="${height}"><rect width="12" height="${height}" fill="${accent}"/></svg>`;
