import { readFileSync } from 'node:fs';

const readFont = (file: string) =>
  readFileSync(`node_modules/@fontsource-variable/alexandria/files/${file}`).toString('base64');

const buildFontFace = (family: string, file: string, range: string) =>
  `@font-face{font-family:${family};font-weight:100 900;src:url(data:font/woff2;base64,${readFont(file)}) format('woff2');unicode-range:${range}}`;

const arabic = 'U+0600-06FF,U+0750-077F,U+FB50-FDFF,U+FE70-FEFF';

/** The font `Arabic` has no Latin letters, so that Latin text in code with Arabic comments keeps the code font. */
const faces =
  buildFontFace('Alexandria', 'alexandria-arabic-wght-normal.woff2', arabic) +
  buildFontFace('Alexandria', 'alexandria-latin-wght-normal.woff2', 'U+0000-00FF,U+2000-206F') +
  buildFontFace('Arabic', 'alexandria-arabic-wght-normal.woff2', arabic);

/** Leaves 56 pixels at the top for the watermark and 130 at the bottom for the captions. */
export const css = `${faces}
*{margin:0;box-sizing:border-box}
main{width:1280px;height:720px;background:#141d30;color:#f6eddd;font:400 32px/1.65 Alexandria,sans-serif;padding:60px 84px 130px;position:relative;overflow:hidden;display:flex;flex-direction:column}
.ornament{position:absolute}
.head{display:flex;align-items:center;justify-content:space-between;font-size:24px;line-height:1.5;color:#d9a860;font-weight:500}
.steps{display:flex;gap:8px}
.steps i{width:26px;height:6px;border-radius:3px;background:#33405e}
.steps i.done{background:#c9753d}
h1{text-wrap:balance;font-size:50px;font-weight:680;line-height:1.4;margin-top:10px}
.figure{flex:1;padding-top:14px;display:flex;flex-direction:column;justify-content:center;min-height:0}
.opening{flex:1;display:flex;flex-direction:column;justify-content:center;max-width:690px}
.opening h1{font-size:72px;line-height:1.32}
.opening .rule{width:96px;height:6px;background:#c9753d;margin:30px 0 26px}
.opening p{font-size:32px;color:#c3c4c9}
.number{position:absolute;left:96px;top:126px;width:420px;height:420px;display:grid;place-items:center;font-size:150px;font-weight:700;color:#f6eddd;direction:ltr}
.number svg{position:absolute;inset:0}
.number b{position:relative;line-height:1}
.number .icon{position:relative;inset:auto}
code{font-family:Arabic,'DejaVu Sans Mono',monospace;font-size:.84em;direction:ltr;unicode-bidi:isolate;background:#24314f;border-radius:8px;padding:.04em .36em;color:#f3c79f;white-space:nowrap}
.points{list-style:none;padding:0;display:grid;gap:13px}
.points li{display:flex;gap:26px;align-items:center;background:#1c2741;border-radius:18px;padding:13px 30px;font-size:36px;border-right:6px solid #d9a860}
.points:has(li:nth-child(5)){gap:12px}
.points li:nth-last-child(n+5),.points li:nth-last-child(n+5)~li{font-size:32px;padding-block:9px}
.points li.unseen,.panel.unseen{background:none;border-color:transparent;box-shadow:inset 0 0 0 2px #26324e}
.points li.unseen span{visibility:hidden}
.code{direction:ltr;text-align:left;background:#0b111e;border-radius:18px;overflow:hidden;border:2px solid #2a3653}
.code .file{font:400 20px/1 'DejaVu Sans Mono',monospace;color:#aab0c0;background:#1c2741;padding:15px 28px}
.code pre{font:400 28px/1.52 Arabic,'DejaVu Sans Mono',monospace;padding:20px 0;color:#ece4d6}
.code pre:has(.line:nth-child(8)){font-size:25px;line-height:1.44;padding:14px 0}
.line{display:block;padding:0 28px;white-space:pre}
.line.dim{opacity:.55}
.line.lit{background:#3a2a24;box-shadow:inset 6px 0 #e89a66}
i{font-style:normal}
.word{color:#e89a66}.string{color:#8fd3ae}.comment{color:#929bb0}.tag{color:#e2b873}
.compare{display:grid;grid-template-columns:1fr 1fr;gap:28px;align-items:stretch}
.panel{border-radius:18px;padding:22px 24px 24px;background:#1c2741;border-top:7px solid #8b93a8}
.panel.after{border-color:#6fc498}
.panel .name{font-weight:620;font-size:27px;margin-bottom:14px;color:#c3c4c9}
.panel.after .name{color:#8fd3ae}
.panel p{font-size:29px}
.panel .code{border:0}
.panel .code pre{font-size:22px;padding:14px 0}
.panel .line{padding:0 18px}
.panel.unseen *{visibility:hidden}
.flow{display:flex;align-items:stretch;gap:20px}
.flow>span{display:flex;align-items:center}
.flow .box{flex:1;background:#1c2741;border-radius:20px;padding:30px 22px;text-align:center;border:2px solid #33405e}
.flow .box b{display:block;font-size:37px;font-weight:650;color:#e2b873}
.flow .box p{font-size:29px;line-height:1.55;margin-top:10px}
.flow .unseen,.flow .unseen *,.pair.unseen *{visibility:hidden}
.flow .box.unseen{visibility:visible;background:none;border:2px dashed #33405e}
.pairs{display:grid;gap:14px}
.pair{display:grid;grid-template-columns:1fr 60px 1fr;align-items:center;gap:26px;background:#1c2741;border-radius:16px;padding:12px 30px;font-size:34px}
.pair.unseen{background:none;box-shadow:inset 0 0 0 2px #26324e}
.pair .to{font-weight:600;text-align:left}
.nested .box{border:3px solid #c9753d;border-radius:20px;padding:14px 26px 20px;background:#18223a}
.nested .box .box{margin-top:10px;border-color:#d9a860;background:#1e2a46}
.nested .box .box .box{border-color:#8fd3ae;background:#26345a}
.nested b{font-weight:560;font-size:33px}
.nested .unseen{border-color:#26324e!important;border-style:dashed!important;background:none!important}
.nested .unseen b{visibility:hidden}
.task{border-radius:22px;background:#f6eddd;color:#141d30;padding:38px 44px;display:flex;gap:34px;align-items:center;border-right:14px solid #c9753d}
.task p{text-wrap:pretty;font-size:40px;line-height:1.7;font-weight:520}
.task code{background:#e6d9c2;color:#7b3711}`;
