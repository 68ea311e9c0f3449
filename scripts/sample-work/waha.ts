import { drawPhone, drawTablet, type Scene } from './scene';

const css = `
.app{padding:10px 22px;display:grid;gap:15px;font-size:16px;line-height:1.55}
.app h1{font-size:26px;font-weight:650;line-height:1.4}
.app small{color:#5d6b70;font-size:14px}
.card{background:#fff;border-radius:22px;padding:17px 18px;display:grid;gap:9px}
.row{display:flex;align-items:center;gap:13px}.row>:last-child{margin-inline-start:auto}
.pill{width:50px;height:50px;border-radius:16px;flex:none;display:grid;place-items:center}
.pill svg{width:32px}
.button{background:#0e6b60;color:#fff;border-radius:16px;text-align:center;padding:13px;font-weight:600;font-size:17px}
.track{height:8px;border-radius:8px;background:#dbe7e2;overflow:hidden}.track i{display:block;height:100%;background:#e0883a;border-radius:8px}
.tag{font-size:13px;font-weight:600;padding:3px 12px;border-radius:20px;background:#fbe6cf;color:#8a4b12;white-space:nowrap}
.tag.ok{background:#d6ece4;color:#0b5a50}
.step{display:flex;gap:14px;align-items:flex-start;position:relative;padding-bottom:17px}
.step::before{content:'';width:20px;height:20px;border-radius:50%;background:#0e6b60;flex:none;margin-top:3px;border:5px solid #cfe6df}
.step.wait::before{background:#fff;border-color:#c9d6d2}
.days{display:grid;grid-template-columns:repeat(7,1fr);text-align:center;gap:4px;font-size:14px}
.days b{display:grid;place-items:center;aspect-ratio:1;border-radius:50%;font-weight:500}
.days b.done{background:#cfe6df}.days b.now{background:#e0883a;color:#fff}
table{border-collapse:collapse;width:100%;font-size:19px}td,th{text-align:start;padding:17px 26px;border-bottom:1px solid #e3eae7;white-space:nowrap}th{color:#5d6b70;font-weight:500;font-size:16px}
`;

const drawCapsule = (one: string, two: string) =>
  `<svg viewBox="0 0 32 32"><g transform="rotate(-40 16 16)"><rect x="3" y="10" width="26" height="12" rx="6" fill="${one}"/><path d="M16 10h7a6 6 0 0 1 0 12h-7z" fill="${two}"/></g></svg>`;
const drawBottle = (colour: string) =>
  `<svg viewBox="0 0 32 32"><rect x="11" y="3" width="10" height="6" rx="2" fill="#8aa39b"/><rect x="8" y="9" width="16" height="20" rx="4" fill="${colour}"/><rect x="8" y="15" width="16" height="8" fill="#fff"/></svg>`;
const drawTablets = (colour: string) =>
  `<svg viewBox="0 0 32 32"><circle cx="11" cy="13" r="8" fill="${colour}"/><path d="M5 13h12" stroke="#fff" stroke-width="2"/><circle cx="22" cy="21" r="7" fill="#f3c58d"/></svg>`;

const renderMedicine = (icon: string, ground: string, name: string, note: string, tag: string, ok = false) =>
  `<div class="row"><div class="pill" style="background:${ground}">${icon}</div><div><b>${name}</b><br><small>${note}</small></div><span class="tag ${ok ? 'ok' : ''}">${tag}</span></div>`;

const home = `<div class="app"><div><small>صباح الخير</small><h1>أستاذة ماجدة</h1></div>
<div class="card" style="background:#0e6b60;color:#fff"><b style="font-size:19px">دواؤك يكفي 4 أيام</b><span style="opacity:.85">نجهّز الشهر القادم من فرع سموحة، ويصلك قبل أن ينتهي.</span><div class="button" style="background:#f6eddd;color:#0b5a50">جدّد الطلب بضغطة</div></div>
<div class="card"><b>أدويتي</b>${renderMedicine(drawCapsule('#e0883a', '#f6d8b5'), '#fdf0e0', 'ضغط الدم', 'حبة صباحًا', 'باقي 4')}${renderMedicine(drawTablets('#0e6b60'), '#e0f0ea', 'السكر', 'حبتان مع الأكل', 'باقي 31', true)}${renderMedicine(drawBottle('#c65b43'), '#fbe5df', 'شراب كحة', 'عند اللزوم', 'متاح', true)}</div>
<div class="card"><div class="row"><b>صوّر الروشتة</b><span style="color:#0e6b60;font-weight:600">ابدأ</span></div><small>يقرؤها صيدلي ويرد عليك</small></div></div>`;

const order = `<div class="app"><h1>طلبك في الطريق</h1><div class="card" style="padding:0;overflow:hidden"><svg viewBox="0 0 340 220" style="display:block"><rect width="340" height="220" fill="#e6efe9"/><g stroke="#fff" stroke-width="15" fill="none"><path d="M-10 160 120 130 210 190 350 150"/><path d="M60-10 90 90 120 230"/><path d="M250-10 220 90 240 240"/><path d="M-10 60 350 40"/></g><path d="M0 205q90-30 170-8t170-14v40H0z" fill="#a9d3d6"/><path d="M88 84 116 130 208 188" stroke="#e0883a" stroke-width="7" fill="none" stroke-linecap="round" stroke-dasharray="2 13"/><circle cx="208" cy="188" r="13" fill="#0e6b60" stroke="#fff" stroke-width="5"/><circle cx="88" cy="84" r="15" fill="#e0883a" stroke="#fff" stroke-width="5"/></svg></div>
<div class="card"><div class="row"><span><b style="font-size:30px">12 دقيقة</b></span><span class="tag">مع محمود</span></div><div class="track"><i style="width:68%"></i></div></div>
<div class="card" style="gap:0"><div class="step"><div><b>راجعه الصيدلي</b><br><small>9:12</small></div></div><div class="step"><div><b>خرج من فرع سموحة</b><br><small>9:31</small></div></div><div class="step wait" style="padding-bottom:0"><div><b>يصلك</b><br><small>حتى 9:53</small></div></div></div></div>`;

const reminders = `<div class="app"><h1>مواعيد الجرعات</h1><div class="card"><div class="days">${['ح', 'ن', 'ث', 'ر', 'خ', 'ج', 'س'].map((day) => `<small>${day}</small>`).join('')}${[8, 9, 10, 11, 12, 13, 14].map((day) => `<b class="${day < 11 ? 'done' : day === 11 ? 'now' : ''}">${day}</b>`).join('')}</div></div>
<div class="card"><div class="row"><b>8:00 صباحًا</b><span class="tag ok">أُخذت</span></div>${renderMedicine(drawCapsule('#e0883a', '#f6d8b5'), '#fdf0e0', 'ضغط الدم', 'حبة واحدة', '✓', true)}</div>
<div class="card"><div class="row"><b>2:00 ظهرًا</b><span class="tag">بعد ساعة</span></div>${renderMedicine(drawTablets('#0e6b60'), '#e0f0ea', 'السكر', 'حبتان مع الأكل', '…')}</div>
<div class="card"><b>التزامك هذا الشهر</b><div class="row"><span style="font-size:34px;font-weight:650;color:#0e6b60">27<small> من 30 يومًا</small></span></div><div class="track"><i style="width:90%;background:#0e6b60"></i></div></div></div>`;

const queue: Array<[string, string, string, string, boolean]> = [
  ['1182', 'ماجدة ع.', 'تجديد شهري، 3 أصناف', 'جاهز', true],
  ['1183', 'حسن م.', 'روشتة مصوّرة', 'يُراجع', false],
  ['1184', 'أم ياسين', 'تجديد شهري، صنفان', 'جاهز', true],
  ['1185', 'نبيل ص.', 'استلام من الفرع', 'جاهز', true],
  ['1186', 'سلوى ك.', 'بديل مقترح، ينتظر موافقتها', 'ينتظر', false],
  ['1187', 'عصام ر.', 'تجديد شهري، 5 أصناف', 'يُراجع', false],
];
const counter = `<div style="display:flex;height:100%;background:#f4f7f5"><aside style="width:230px;background:#0b4d45;color:#fff;padding:38px 28px;display:grid;gap:24px;align-content:start;font-size:20px"><b style="font-size:27px">الواحة</b><span>طلبات اليوم</span><span style="opacity:.6">المخزون</span><span style="opacity:.6">الفروع</span><span style="opacity:.6">المرضى</span></aside>
<div style="flex:1;padding:34px 38px"><div class="row" style="margin-bottom:24px"><b style="font-size:31px">طلبات فرع سموحة</b><span class="tag ok" style="font-size:17px;padding:6px 18px">متوسط التجهيز: دقيقة ونصف</span></div>
<div style="display:grid;grid-template-columns:repeat(3,1fr);gap:20px;margin-bottom:24px">${[
  ['64', 'طلبًا اليوم'],
  ['41', 'تجديد بلا مكالمة'],
  ['3', 'تنتظر صيدليًا'],
]
  .map(
    ([figure, label]) =>
      `<div class="card" style="padding:20px 24px"><b style="font-size:42px;line-height:1.1;color:#0e6b60">${figure}</b><small style="font-size:18px">${label}</small></div>`,
  )
  .join('')}</div>
<div class="card" style="padding:0;overflow:hidden"><table><tr><th>رقم</th><th>المريض</th><th>الطلب</th><th>الحالة</th></tr>${queue.map(([number, who, what, state, ok]) => `<tr><td>${number}</td><td><b>${who}</b></td><td>${what}</td><td><span class="tag ${ok ? 'ok' : ''}" style="font-size:16px">${state}</span></td></tr>`).join('')}</table></div></div></div>`;

const rings =
  '<svg viewBox="0 0 1600 1000" style="position:absolute;inset:0" fill="none" stroke="#1a7f71" stroke-width="2">' +
  Array.from(
    { length: 9 },
    (_, ring) => `<circle cx="1370" cy="1010" r="${140 + ring * 105}" opacity="${(0.85 - ring * 0.085).toFixed(2)}"/>`,
  ).join('') +
  '</svg>';

export const wahaScenes: Scene[] = [
  {
    name: 'waha-app',
    ground: '#0c564d',
    css,
    body: `${rings}${drawPhone({ left: 196, top: 150, scale: 0.98 }, 'rtl', reminders, '#eef5f1')}${drawPhone({ left: 1014, top: 210, scale: 0.98 }, 'rtl', order, '#eef5f1')}${drawPhone({ left: 605, top: 64, scale: 1.06 }, 'rtl', home, '#eef5f1')}`,
  },
  {
    name: 'waha-counter',
    ground: '#e7b27a',
    css,
    body: `<svg viewBox="0 0 1600 1000" style="position:absolute;inset:0"><path d="M0 690 1600 600v400H0z" fill="#c98a4c"/></svg>${drawTablet({ left: 150, top: 110, width: 1300, height: 800 }, 'rtl', counter)}`,
  },
];
