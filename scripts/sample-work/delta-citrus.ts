import { drawBrowser, drawPhone, type Scene } from './scene';

const slice = (size: number, style: string, rind = '#f08a1d', flesh = '#fba63c', segments = 10) => {
  const drawWedge = (turn: number) =>
    `<path d="M0-6 C-9-30-19-60-20-74 Q0-86 20-74 C19-60 9-30 0-6z" fill="${flesh}" transform="rotate(${turn})"/><path d="M-4-40 L-6-66 M4-36 L6-60" stroke="#ffd089" stroke-width="2.4" stroke-linecap="round" transform="rotate(${turn})"/>`;
  return `<svg width="${size}" height="${size}" viewBox="-100 -100 200 200" style="position:absolute;${style}"><circle r="98" fill="${rind}"/><circle r="89" fill="#fff3d8"/>${Array.from({ length: segments }, (_, index) => drawWedge((360 / segments) * index)).join('')}</svg>`;
};
const drawFruit = (size: number, style: string) =>
  `<svg width="${size}" height="${size}" viewBox="-100 -110 200 220" style="position:absolute;${style}"><circle r="96" fill="#f0861a"/><path d="M-96 0a96 96 0 0 0 170 62A110 110 0 0 1-88-40 96 96 0 0 0-96 0z" fill="#dc6f0c"/><ellipse cx="-26" cy="-46" rx="30" ry="17" fill="#ffb45e" transform="rotate(-30 -26 -46)"/><path d="M0-92q8-22 48-16-12 30-48 16z" fill="#3c7d3a"/><path d="M0-92q20-6 48-16" stroke="#2b5e2b" stroke-width="3" fill="none"/></svg>`;

const css = `
.nav{display:flex;gap:38px;align-items:center;padding:26px 54px;font-size:18px}.nav b{font-size:24px;color:#22471f;margin-inline-end:auto;font-weight:700}
.go{background:#22471f;color:#fff;border-radius:40px;padding:10px 26px;font-weight:600}
.facts{position:absolute;bottom:50px;inset-inline:0;background:#22471f;color:#f7f1df;display:grid;grid-template-columns:repeat(4,1fr);padding:30px 54px;gap:24px}
.facts b{display:block;font-size:34px;line-height:1.2}.facts span{font-size:16px;opacity:.85}
.m{padding:6px 24px;display:grid;gap:15px;font-size:16px}.m h1{font-size:30px;line-height:1.28;font-weight:700;color:#22471f}
.art{position:relative;height:205px;border-radius:24px;overflow:hidden;background:#ffe3a6}
.f{border:2px solid #d9cfae;border-radius:14px;padding:11px 15px;background:#fff;display:flex;justify-content:space-between;gap:10px}.f small{color:#7c755c}
.months{display:grid;grid-template-columns:repeat(12,1fr);gap:4px;align-items:end;height:62px}.months i{background:#f0a03c;border-radius:5px 5px 0 0}.months i.off{background:#e6ddc2;height:8px}
`;

const desktop = `<div style="background:#fff6df;height:100%;position:relative;overflow:hidden"><div class="nav"><b>DELTA CITRUS</b><span>Varieties</span><span>Season</span><span>Certificates</span><span>EN / DE / ع</span><span class="go">Ask for a price</span></div>
<div style="padding:48px 54px;width:720px"><h1 style="font-size:72px;line-height:1.06;letter-spacing:-.03em;color:#22471f;font-weight:700">From the tree to the port in 48 hours.</h1><p style="font-size:22px;margin:26px 0 32px;color:#4d5a3c;width:540px">Valencia, Navel and Murcott from our own groves in Beheira. Packed, chilled and documented in one place.</p><span class="go" style="font-size:20px;padding:15px 34px;background:#e2730f">Get today’s price</span></div>
${slice(560, 'right:-50px;top:70px')}${slice(250, 'right:470px;top:390px;transform:rotate(18deg)', '#e2520f', '#f0622f', 9)}${drawFruit(190, 'right:330px;top:60px')}
<div class="facts"><div><b>12,400 t</b><span>exported last season</span></div><div><b>17</b><span>countries</span></div><div><b>GLOBALG.A.P.</b><span>and GRASP</span></div><div><b>48 h</b><span>tree to port</span></div></div></div>`;

const season = [62, 58, 50, 40, 26, 12, 0, 0, 0, 0, 34, 56]
  .map((height) => `<i class="${height ? '' : 'off'}" style="${height ? `height:${height}px` : ''}"></i>`)
  .join('');
const renderMobilePage = (
  words: {
    title: string;
    variety: string;
    size: string;
    port: string;
    weight: string;
    go: string;
    season: string;
    navel: string;
    tonnes: string;
  },
  art: string,
) => `<div class="m"><div class="art">${art}</div><h1>${words.title}</h1>
<div><small style="color:#7c755c">${words.season}</small><div class="months">${season}</div></div>
<div class="f"><small>${words.variety}</small><b>${words.navel}</b></div><div class="f"><small>${words.size}</small><b>64–72</b></div><div class="f"><small>${words.port}</small><b>Hamburg</b></div><div class="f"><small>${words.weight}</small><b>${words.tonnes}</b></div><div class="go" style="text-align:center;padding:14px;font-size:17px">${words.go}</div></div>`;

const german = renderMobilePage(
  {
    title: 'Preis in zwei Minuten statt in zwei Tagen',
    season: 'Erntezeit Navel',
    variety: 'Sorte',
    navel: 'Navel',
    size: 'Kaliber',
    port: 'Zielhafen',
    weight: 'Menge',
    tonnes: '24 t',
    go: 'Preis anfragen',
  },
  slice(320, 'left:90px;top:-24px'),
);
const english = renderMobilePage(
  {
    title: 'A price in two minutes, not in two days',
    season: 'Navel season',
    variety: 'Variety',
    navel: 'Navel',
    size: 'Size',
    port: 'Port',
    weight: 'Quantity',
    tonnes: '24 t',
    go: 'Ask for a price',
  },
  `${drawFruit(150, 'left:36px;top:38px')}${drawFruit(118, 'left:196px;top:66px')}`,
);
const arabic = renderMobilePage(
  {
    title: 'السعر في دقيقتين، لا في يومين',
    season: 'موسم أبو سرة',
    variety: 'الصنف',
    navel: 'أبو سرة',
    size: 'المقاس',
    port: 'الميناء',
    weight: 'الكمية',
    tonnes: '24 طنًا',
    go: 'اطلب السعر',
  },
  slice(240, 'right:40px;top:46px', '#e2520f', '#f0622f', 9),
);

export const deltaScenes: Scene[] = [
  {
    name: 'delta-site',
    ground: '#f3b23f',
    css,
    body: `<svg viewBox="0 0 1600 1000" style="position:absolute;inset:0"><circle cx="1480" cy="120" r="420" fill="#f7c566"/><circle cx="90" cy="980" r="330" fill="#e89a26"/></svg>${drawBrowser({ left: 130, top: 96, width: 1340, height: 830 }, 'ltr', 'deltacitrus.example', desktop)}`,
  },
  {
    name: 'delta-price',
    ground: '#2c5a2b',
    css,
    body: `<svg viewBox="0 0 1600 1000" style="position:absolute;inset:0">${Array.from({ length: 24 }, (_, index) => `<path d="M${-200 + index * 90} 1000 ${260 + index * 90} 0" stroke="#356a33" stroke-width="26"/>`).join('')}</svg>${drawPhone({ left: 170, top: 190, turn: -5 }, 'ltr', english, '#fff9ea')}${drawPhone({ left: 1030, top: 190, turn: 5 }, 'rtl', arabic, '#fff9ea')}${drawPhone({ left: 600, top: 92 }, 'ltr', german, '#fff9ea')}`,
  },
];
