const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export class Html {
  constructor(readonly text: string) {}
}

type Part = Html | string | number | null | false | undefined | Part[];

function render(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(render).join('');
  if (part === null || part === undefined || part === false) return '';
  return String(part).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
}

export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.map((text, index) => text + render(parts[index])).join(''));

/** Uses logical properties only, so that Arabic needs no second style sheet. */
export const style = `
:root{--ink:#10233f;--soft:#5a6b85;--line:#dfe5ee;--paper:#fff;--ground:#eef2f8;--brand:#144bd6;--brand-ink:#fff;--good:#0b7a4b;--bad:#b3261e;--warn:#fff3cd;--warn-ink:#5c4400;--radius:14px}
@media (prefers-color-scheme:dark){:root{--ink:#e8eefb;--soft:#9fb0cc;--line:#2a3a57;--paper:#13203a;--ground:#0b1526;--brand:#5b8cff;--brand-ink:#081226;--good:#4cd49a;--bad:#ff8f86;--warn:#3d3207;--warn-ink:#ffe08a}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,"Segoe UI","Noto Sans Arabic","Noto Sans",Tahoma,sans-serif}
.banner{background:var(--warn);color:var(--warn-ink);text-align:center;padding:.5rem 1rem;font-size:.9rem;font-weight:600}
.top{display:flex;justify-content:space-between;align-items:center;max-inline-size:62rem;margin-inline:auto;padding:1.1rem 1rem .4rem}
.brand{display:flex;gap:.6rem;align-items:center;font-weight:700;font-size:1.1rem}
.brand i{inline-size:1.9rem;block-size:1.9rem;border-radius:.6rem;background:var(--brand);display:grid;place-items:center;color:var(--brand-ink);font-style:normal;font-weight:800}
a{color:var(--brand);text-underline-offset:.2em}
main{max-inline-size:62rem;margin-inline:auto;padding:.8rem 1rem 3rem;display:grid;gap:1.2rem;align-items:start}
@media (min-width:52rem){main.two{grid-template-columns:minmax(0,1.5fr) minmax(0,1fr)}}
main.one{max-inline-size:30rem}
.box{background:var(--paper);border:1px solid var(--line);border-radius:var(--radius);padding:1.4rem;min-inline-size:0}
h1{font-size:1.35rem;line-height:1.35;margin:0 0 .8rem}
h2{font-size:1.02rem;margin:0 0 .5rem}
p{margin:0 0 .9rem}
.soft{color:var(--soft);font-size:.92rem}
.tabs{display:flex;gap:.4rem;margin-block-end:1.2rem;padding:.3rem;border-radius:.9rem;background:var(--ground)}
.tabs a{flex:1;text-align:center;padding:.6rem .4rem;border-radius:.7rem;text-decoration:none;color:var(--soft);font-weight:600;min-block-size:44px;display:grid;place-items:center;line-height:1.25}
.tabs a[aria-current]{background:var(--paper);color:var(--ink);box-shadow:0 1px 3px rgb(16 35 63/.18)}
label{display:block;font-weight:600;font-size:.94rem;margin-block-end:.9rem}
input{display:block;inline-size:100%;margin-block-start:.3rem;padding:.7rem .8rem;border:1px solid var(--line);border-radius:.7rem;font:inherit;font-size:1.05rem;color:inherit;background:var(--paper);min-block-size:46px}
.ltr{direction:ltr;text-align:start;font-variant-numeric:tabular-nums}
[dir=rtl] .ltr{text-align:end}
input:focus-visible,a:focus-visible,button:focus-visible,summary:focus-visible{outline:3px solid var(--brand);outline-offset:2px}
.row{display:grid;grid-template-columns:1fr 1fr;gap:.8rem}.row label{display:flex;flex-direction:column;justify-content:space-between}
button,.button{display:block;inline-size:100%;padding:.85rem 1rem;border:0;border-radius:.8rem;background:var(--brand);color:var(--brand-ink);font:inherit;font-weight:700;cursor:pointer;text-align:center;text-decoration:none;min-block-size:48px}
.quiet{background:transparent;color:var(--brand);border:1px solid var(--line)}
form+form,.after{margin-block-start:.7rem}
.error{display:block;color:var(--bad);font-size:.9rem;font-weight:600;margin-block-start:.3rem}
dl{display:grid;grid-template-columns:auto 1fr;gap:.3rem 1rem;margin:0}
dt{color:var(--soft)}dd{margin:0;text-align:end;overflow-wrap:anywhere}
.items{list-style:none;margin:0 0 .8rem;padding:0 0 .8rem;border-block-end:1px solid var(--line)}
.items li{display:flex;justify-content:space-between;gap:1rem}
.total{display:flex;justify-content:space-between;font-size:1.25rem;font-weight:800;margin-block:.6rem 0}
.cards{list-style:none;padding:0;margin:0;display:grid;gap:.1rem}
.cards a{display:grid;grid-template-columns:auto 1fr;gap:0 .9rem;align-items:baseline;padding:.45rem .5rem;border-radius:.6rem;text-decoration:none;color:inherit}
.cards a:hover{background:var(--ground)}
code{font:600 .9rem ui-monospace,monospace;direction:ltr;unicode-bidi:isolate}
.big{font:800 2rem/1.2 ui-monospace,monospace;letter-spacing:.08em;text-align:center;direction:ltr;padding:1rem;background:var(--ground);border-radius:.8rem;margin-block-end:1rem}
.mark{inline-size:3.4rem;block-size:3.4rem;border-radius:50%;display:grid;place-items:center;font-size:1.7rem;color:var(--paper);margin-block-end:1rem}
.good{background:var(--good)}.bad{background:var(--bad)}.wait{background:var(--soft)}
summary{cursor:pointer;font-weight:700;min-block-size:32px}
`;
