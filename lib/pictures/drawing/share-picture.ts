import sharp from 'sharp';
import { publicFilePath } from '@/lib/content/files';
import { readHeader, readStyle } from '@/lib/content/read';
import { directionOf, type Language } from '@/lib/language';
import { drawableText, preparePictureFonts } from './fonts';

export interface ShareTexts {
  lang: Language;
  title: string;
  eyebrow: string;
  productName: string;
}
export interface ShareColours {
  ground: string;
  ink: string;
  accent: string;
}

const width = 1200;
const height = 630;
const margin = 84;
const coverWidth = 540;

/** Draws the title with Pango, because Satori reverses Arabic. @param cover file or bytes of a picture */
export async function drawSharePicture(
  texts: ShareTexts,
  colours: ShareColours,
  cover: string | Buffer | null,
): Promise<Buffer> {
  await preparePictureFonts();
  const rtl = directionOf(texts.lang) === 'rtl';
  const column = cover ? width - coverWidth - margin - 40 : 640;
  const [title, eyebrow, name, picture] = await Promise.all([
    drawText(texts.title, {
      size: texts.title.length > 60 ? 44 : 58,
      width: column,
      colour: colours.ink,
      maxHeight: 300,
    }),
    drawText(texts.eyebrow, { size: 26, width: column, colour: colours.accent, maxHeight: 80 }),
    drawText(texts.productName, { size: 34, width: 400, colour: colours.ink, maxHeight: 90 }),
    cover
      ? sharp(cover, { density: 144 }).resize(coverWidth, height, { fit: 'cover' }).png().toBuffer()
      : drawRosette(rtl),
  ]);
  const startOf = (part: DrawnText) => (rtl ? width - margin - part.width : margin);
  const layers = [
    { input: picture, left: rtl ? 0 : width - coverWidth, top: 0 },
    { input: Buffer.from(edgeSvg(colours)), left: rtl ? width - 12 : 0, top: 0 },
    { input: eyebrow.data, left: startOf(eyebrow), top: margin },
    { input: title.data, left: startOf(title), top: margin + eyebrow.height + 34 },
    { input: name.data, left: startOf(name), top: height - margin - name.height },
  ];
  const canvas = sharp({ create: { width, height, channels: 3, background: colours.ground } });
  return canvas.composite(layers).png({ palette: true, quality: 88, effort: 7 }).toBuffer();
}

interface DrawnText {
  data: Buffer;
  width: number;
  height: number;
}
interface TextStyle {
  size: number;
  width: number;
  colour: string;
  maxHeight: number;
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
const minFontSize = 24;

function shortenTitle(text: string): string {
  const letters = Array.from(graphemes.segment(text.replace(/…$/, '')), ({ segment }) => segment);
  return `${letters
    .slice(0, Math.floor(letters.length * 0.8))
    .join('')
    .trimEnd()}…`;
}

/** Pango's `left` is the side where reading starts, so it means right in Arabic. */
async function drawText(written: string, { size, width: wide, colour, maxHeight }: TextStyle): Promise<DrawnText> {
  const text = drawableText(written);
  // Pango refuses to draw an empty text.
  if (text === '')
    return {
      data: await sharp({ create: { width: 1, height: 1, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
        .png()
        .toBuffer(),
      width: 1,
      height: 1,
    };
  const markup = `<span foreground="${colour}" font_desc="Readex Pro SemiBold ${size}px">${escapeMarkup(text)}</span>`;
  // Break words wider than the column, or the text would not fit the canvas.
  const drawn = sharp({
    text: {
      text: markup,
      width: wide,
      rgba: true,
      wrap: 'word-char',
      align: 'left',
      spacing: Math.round(size / 4),
      dpi: 72,
    },
  });
  const { data, info } = await drawn.png().toBuffer({ resolveWithObject: true });
  if (info.height <= maxHeight && info.width <= wide) return { data, width: info.width, height: info.height };
  if (size - 6 >= minFontSize) return drawText(text, { size: size - 6, width: wide, colour, maxHeight });
  return drawText(shortenTitle(text), { size, width: wide, colour, maxHeight });
}

const escapeMarkup = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

async function drawRosette(isRtl: boolean): Promise<Buffer> {
  const file = publicFilePath('/assets/patterns/rosette.svg');
  return sharp(file ?? Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>'), { density: 96 })
    .resize(820, 820)
    .extract({ left: isRtl ? 820 - coverWidth : 0, top: 95, width: coverWidth, height })
    .ensureAlpha()
    .linear([1, 1, 1, 0.6], [0, 0, 0, 0])
    .png()
    .toBuffer();
}

const edgeSvg = ({ accent }: ShareColours): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="12" height="${height}"><rect width="12" height="${height}" fill="${accent}"/></svg>`;

/** Returns null without a logo. @param size in pixels @param share of the picture that the logo takes up */
export async function drawMark({ size, share }: { size: number; share: number }): Promise<Buffer | null> {
  const [header, style] = await Promise.all([readHeader(), readStyle()]);
  const file = header && publicFilePath(header.logo);
  if (!file) return null;
  const inner = Math.round(size * share);
  const mark = await sharp(file, { density: 600 })
    .resize(inner, inner, { fit: 'contain', background: '#0000' })
    .png()
    .toBuffer();
  const canvas = sharp({
    create: { width: size, height: size, channels: 3, background: style?.['--paper'] ?? '#ffffff' },
  });
  return canvas
    .composite([{ input: mark }])
    .png({ palette: true })
    .toBuffer();
}
