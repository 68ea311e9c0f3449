import { drawBrowser, drawPhone, type Scene } from './scene';

type Weave = [ground: string, one: string, two: string];

const tiles: Record<string, (colours: Weave) => string> = {
  stripe: ([ground, one, two]) =>
    `<rect width="60" height="60" fill="${ground}"/><path d="M0 6h60M0 48h60" stroke="${one}" stroke-width="9"/><path d="M0 22h60M0 33h60" stroke="${two}" stroke-width="3"/>`,
  check: ([ground, one, two]) =>
    `<rect width="60" height="60" fill="${ground}"/><path d="M0 15h60M15 0v60" stroke="${one}" stroke-width="18" opacity=".62"/><path d="M0 46h60M46 0v60" stroke="${two}" stroke-width="5"/>`,
  zigzag: ([ground, one, two]) =>
    `<rect width="60" height="60" fill="${ground}"/><path d="M-2 18 15 2 30 18 45 2 62 18" fill="none" stroke="${one}" stroke-width="7"/><path d="M-2 46 15 30 30 46 45 30 62 46" fill="none" stroke="${two}" stroke-width="7"/>`,
  lozenge: ([ground, one, two]) =>
    `<rect width="60" height="60" fill="${ground}"/><path d="M30 4 54 30 30 56 6 30z" fill="${one}"/><path d="M30 18 42 30 30 42 18 30z" fill="${two}"/><path d="M0 0h6v6H0zM54 0h6v6h-6zM0 54h6v6H0zM54 54h6v6h-6z" fill="${two}"/>`,
  dots: ([ground, one, two]) =>
    `<rect width="60" height="60" fill="${ground}"/><path d="M0 30h60" stroke="${two}" stroke-width="2"/><rect x="8" y="8" width="12" height="12" fill="${one}"/><rect x="38" y="38" width="12" height="12" fill="${one}"/>`,
};
let drawn = 0;
const drawCloth = (tile: keyof typeof tiles, colours: Weave, scale = 1): string => {
  const id = `weave${(drawn += 1)}`;
  return `<svg width="100%" height="100%" style="display:block"><defs><pattern id="${id}" width="60" height="60" patternUnits="userSpaceOnUse" patternTransform="scale(${scale})">${tiles[tile]?.(colours) ?? ''}</pattern><pattern id="${id}t" width="4" height="4" patternUnits="userSpaceOnUse"><path d="M0 1h4" stroke="#000" stroke-opacity=".1" stroke-width="1"/><path d="M1 0v4" stroke="#fff" stroke-opacity=".12" stroke-width="1"/></pattern></defs><rect width="100%" height="100%" fill="url(#${id})"/><rect width="100%" height="100%" fill="url(#${id}t)"/></svg>`;
};

const wares: Array<[string, string, keyof typeof tiles, Weave, string]> = [
  ['غطاء سرير «طمي»', '2,450', 'stripe', ['#8c3b2b', '#e6c9a0', '#2e2a27'], 'سوهاج'],
  ['وسادة «سنبلة»', '420', 'zigzag', ['#e9dcc3', '#3e5c55', '#c07a35'], 'أخميم'],
  ['شال «موج»', '780', 'check', ['#2f4b66', '#6f93ad', '#f0e4cf'], 'نقادة'],
  ['مفرش «بيدر»', '1,150', 'lozenge', ['#e7cfa5', '#7a2f3a', '#f4ead6'], 'أخميم'],
  ['ستارة «ظل»', '1,900', 'dots', ['#d8d0c0', '#5b6b4a', '#a89f8b'], 'فوة'],
  ['سجادة «درب»', '3,600', 'zigzag', ['#4a2c2a', '#d59a4c', '#e8d8bd'], 'فوة'],
];

const css = `
.nav{display:flex;gap:36px;align-items:center;padding:24px 46px;font-size:18px;border-bottom:1px solid #e7ddcc}.nav b{font-size:27px;font-weight:700;margin-inline-end:auto}
.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:30px 28px;padding:0 46px}
.ware .cloth{height:228px;border-radius:6px;overflow:hidden;box-shadow:0 12px 18px -12px rgb(0 0 0/.35)}
.ware p{display:flex;justify-content:space-between;font-size:18px;margin-top:12px;font-weight:600}.ware small{font-size:15px;color:#7d7264}
.chip{border:2px solid #d8cbb5;border-radius:30px;padding:5px 20px;font-size:16px}.chip.on{background:#3a2420;color:#fff;border-color:#3a2420}
.m{padding:0 22px;display:grid;gap:13px;font-size:16px}.m h1{font-size:27px;line-height:1.4}
.buy{background:#7a2f3a;color:#fff;text-align:center;border-radius:14px;padding:14px;font-weight:600;font-size:18px}
`;

const shop = `<div style="background:#fdf9f1;height:100%;color:#2e2320"><div class="nav"><b>بيت النسيج</b><span>المفروشات</span><span>الملابس</span><span>النسّاجون</span><span>السلة (2)</span></div>
<div style="display:flex;gap:14px;align-items:center;padding:26px 46px 24px"><b style="font-size:36px;margin-inline-end:auto">منسوج هذا الشهر</b><span class="chip on">الكل</span><span class="chip">أخميم</span><span class="chip">نقادة</span><span class="chip">فوة</span></div>
<div class="grid">${wares.map(([name, price, tile, colours, town]) => `<div class="ware"><div class="cloth">${drawCloth(tile, colours)}</div><p><span>${name}</span><span>${price} ج.م</span></p><small>يد من ${town}، قطعة واحدة متاحة</small></div>`).join('')}</div></div>`;

const ware = `<div style="height:330px;margin-top:-6px">${drawCloth('lozenge', ['#e7cfa5', '#7a2f3a', '#f4ead6'], 1.25)}</div><div class="m" style="padding-top:18px"><h1>مفرش «بيدر»</h1><span style="color:#7d7264">قطن مصري، 180 × 140 سم، 11 يومًا على النول</span>
<div style="display:flex;gap:13px;align-items:center;border:2px solid #e7ddcc;border-radius:16px;padding:11px"><svg width="52" height="52" viewBox="0 0 52 52"><circle cx="26" cy="26" r="26" fill="#e3c79b"/><path d="M9 46q3-17 17-17t17 17z" fill="#3e5c55"/><circle cx="26" cy="20" r="9" fill="#a8693f"/><path d="M15 21q-1-14 11-14t11 14q-3-8-11-8t-11 8z" fill="#2e2320"/></svg><div><b>نسجته أم هاشم</b><br><small style="color:#7d7264">أخميم، على النول منذ 31 سنة</small></div></div>
<div style="display:flex;justify-content:space-between;font-size:25px;font-weight:650"><span>1,150 ج.م</span><span style="font-size:15px;font-weight:400;align-self:center;color:#3e5c55">إرجاع خلال 14 يومًا</span></div><div class="buy">أضف إلى السلة</div></div>`;
const colour = `<div class="m" style="padding-top:10px"><h1>اللون كما في يدك</h1><span style="color:#7d7264">ثلاث صور للقطعة نفسها: ضوء النهار، ومصباح أصفر، ومصباح أبيض.</span>${(
  [
    ['ضوء النهار', ['#2f4b66', '#6f93ad', '#f0e4cf']],
    ['مصباح أصفر', ['#4a4a4c', '#938d78', '#f4dba8']],
    ['مصباح أبيض', ['#2b4a70', '#7ba0c2', '#f6f4ee']],
  ] as Array<[string, Weave]>
)
  .map(
    ([name, colours]) =>
      `<div><div style="height:148px;border-radius:14px;overflow:hidden">${drawCloth('check', colours, 0.9)}</div><b style="font-size:15px">${name}</b></div>`,
  )
  .join('')}</div>`;

export const nasijScenes: Scene[] = [
  {
    name: 'nasij-shop',
    ground: '#7a2f3a',
    css,
    body: `<div style="position:absolute;inset:0 0 auto;height:430px;opacity:.34">${drawCloth('zigzag', ['#7a2f3a', '#93444c', '#5f222c'], 2)}</div>${drawBrowser({ left: 150, top: 104, width: 1300, height: 980 }, 'rtl', 'nasij.example', shop)}`,
  },
  {
    name: 'nasij-colour',
    ground: '#d9c3a0',
    css,
    body: `<div style="position:absolute;inset:0">${drawCloth('stripe', ['#dcc8a7', '#cfb78f', '#c3a87c'], 3)}</div>${drawPhone({ left: 360, top: 96 }, 'rtl', ware, '#fdf9f1')}${drawPhone({ left: 850, top: 96 }, 'rtl', colour, '#fdf9f1')}`,
  },
];
