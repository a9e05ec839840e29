/**
 * How the page looks. The colours of actions are those of Okabe and Ito, the others those of Tol's bright scheme: both
 * can be told apart by people who see fewer colours.
 */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --ground: #fff; --panel: #f7f7f5; --line: #e3e3df; --text: #1d1d1b; --faint: #63635e; --mark: #0072b2;
  --retry: #0072b2; --wait: #56b4e9; --fix_input: #e69f00; --work_around: #009e73; --ask: #cc79a7;
  --give_up: #d55e00; --go_on: #a3a39d;
  --hue-0: #4477aa; --hue-1: #ccbb44; --hue-2: #228833; --hue-3: #66ccee; --hue-4: #aa3377; --hue-5: #ee6677;
  --rest: #77776f; --text-dialect: #b9b9b3;
  --heat-1: #fdf0e3; --heat-2: #fbdcbd; --heat-3: #f6bd85; --heat-4: #ee9a4d; --on-heat: #1d1d1b;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #161618; --panel: #1f1f22; --line: #35353a; --text: #ececea; --faint: #a2a29c; --mark: #6bb8ee;
    --retry: #2f8fd0; --wait: #8fd0f5; --fix_input: #e8ab25; --work_around: #1fae86; --ask: #d48db5;
    --give_up: #e2702a; --go_on: #7b7b76;
    --hue-0: #6493c4; --hue-2: #3f9d4e; --hue-4: #c0559a; --rest: #8d8d86; --text-dialect: #5d5d58;
    --heat-1: #33281d; --heat-2: #573b1f; --heat-3: #875320; --heat-4: #b96c1d; --on-heat: #fff;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Open Sans", sans-serif;
  font-variant-numeric: tabular-nums;
}
main, header, footer { max-width: 62rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 4rem; }
h1 { font-size: clamp(1.7rem, 1.3rem + 1.8vw, 2.4rem); line-height: 1.15; letter-spacing: -.02em; font-weight: 650; margin: 0; }
h2 { font-size: 1.25rem; line-height: 1.3; letter-spacing: -.01em; font-weight: 650; margin: 0 0 .25rem; }
h3 { font-size: 1rem; font-weight: 650; margin: 2rem 0 .5rem; overflow-wrap: anywhere; }
p { margin: 0; max-width: 44rem; }
.lead { color: var(--faint); margin-top: .6rem; }
.note { color: var(--faint); font-size: .9rem; margin: 0 0 1.5rem; }
.note + .note { margin-top: -1rem; }
section { margin-top: 4rem; }
code, .path, blockquote { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .86em; overflow-wrap: anywhere; }

.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); margin: 2.5rem 0 0; border-top: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.figures div { padding: 1.25rem 1rem 1.25rem 0; display: flex; flex-direction: column-reverse; justify-content: flex-end; }
.figures dt { color: var(--faint); font-size: .9rem; line-height: 1.35; }
.figures dd { margin: 0; font-size: 2.1rem; line-height: 1.2; letter-spacing: -.02em; font-weight: 600; }

.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .35rem 1.4rem; margin: 0 0 1.25rem; padding: 0; font-size: .9rem; }
.legend li { display: flex; align-items: center; gap: .5rem; }
.legend svg { flex: none; display: block; }
.legend b { font-weight: 400; color: var(--faint); }
.chart { list-style: none; margin: 0; padding: 0; font-size: .9rem; }
.chart li + li { margin-top: .85rem; }
.chart div { display: flex; justify-content: space-between; align-items: end; gap: 1rem; margin-bottom: .2rem; line-height: 1.35; }
.chart .name { overflow-wrap: anywhere; }
.chart .count { color: var(--faint); flex: none; }
.chart svg { display: block; }
.chart .off-scale { opacity: .6; }
.chart rect { shape-rendering: crispEdges; }
.chart .track { fill: var(--panel); }

.scroll { overflow-x: auto; position: relative; }
.scroll:focus-visible { outline: 2px solid var(--mark); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
caption.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
caption { text-align: left; color: var(--faint); padding-bottom: .6rem; }
th, td { text-align: left; vertical-align: top; padding: .5rem 1rem .5rem 0; border-bottom: 1px solid var(--line); }
th { font-weight: 500; }
thead th { color: var(--faint); font-weight: 400; vertical-align: bottom; }
tbody th { overflow-wrap: anywhere; min-width: 6rem; }
.number { text-align: right; }
td.number { white-space: nowrap; }
th:last-child, td:last-child { padding-right: 0; }
.total th, .total td { border-bottom: 0; color: var(--faint); }
.dot { display: inline-block; width: .65rem; height: .65rem; border-radius: 2px; margin-right: .45rem; }
.action { white-space: nowrap; }
.codes { table-layout: fixed; }
.codes col:nth-child(2) { width: 9rem; } .codes col:nth-child(3) { width: 26%; }
.codes col:nth-child(4), .codes col:nth-child(5) { width: 4.2rem; }
.codes small { display: block; color: var(--faint); font-weight: 400; font-size: .92em; }
.codes small code { background: var(--panel); border-radius: 3px; padding: .1em .4em; margin-left: .2em; }
.tools { font-size: .9rem; color: var(--faint); margin-top: .6rem; max-width: none; }
.tools code { color: var(--text); }
.bar { display: block; height: .55rem; margin-top: .45rem; min-width: 2px; }

.heat { width: auto; border-collapse: separate; border-spacing: 0 3px; }
.heat th, .heat td { border: 0; padding: .45rem .7rem; }
.heat tbody th, .heat td { vertical-align: middle; }
.heat th:first-child { padding-left: 0; }
.heat thead th { max-width: 9rem; }
.heat thead th + th { text-align: right; }
.heat td { text-align: right; background: var(--panel); border-right: 3px solid var(--ground); min-width: 6.2rem; white-space: nowrap; }
.heat td:last-child, .heat th:last-child { padding-right: .7rem; }
.heat small { display: inline-block; min-width: 2.6rem; opacity: .75; }
.heat .heat-1 { background: var(--heat-1); } .heat .heat-2 { background: var(--heat-2); }
.heat .heat-3 { background: var(--heat-3); } .heat .heat-4 { background: var(--heat-4); color: var(--on-heat); }
.heat .nothing { color: var(--faint); }

.examples { list-style: none; margin: 0; padding: 0; }
.examples li { padding: .8rem 0; border-bottom: 1px solid var(--line); }
blockquote { margin: 0; line-height: 1.5; }
.examples cite { display: block; font-style: normal; color: var(--faint); font-size: .86rem; margin-top: .2rem; overflow-wrap: anywhere; }
footer { color: var(--faint); font-size: .86rem; padding-top: 4rem; padding-bottom: 4rem; }

@media (max-width: 34rem) {
  header { padding-top: 2.25rem; }
  section { margin-top: 3rem; }
  .figures { grid-template-columns: 1fr 1fr; }
  .figures dd { font-size: 1.7rem; }
  th, td { padding-right: .7rem; }
  .servers { font-size: .82rem; }
  .servers th:not(:last-child), .servers td:not(:last-child) { padding-right: .5rem; }
  .servers tbody th { min-width: 4.5rem; }
  .codes tr > :nth-child(3), .codes tr > :nth-child(5) { display: none; }
  .codes tr > :nth-child(4) { padding-right: 0; }
  .codes col:nth-child(2) { width: 7.8rem; } .codes col:nth-child(3) { width: 3.2rem; }
  .codes col:nth-child(4), .codes col:nth-child(5) { display: none; }
}
@media print {
  :root { --ground: #fff; --panel: #f3f3f1; --line: #ccc; --text: #000; --faint: #444; color-scheme: light; }
  body { font-size: 10pt; }
  header { padding-top: 0; }
  section { margin-top: 2rem; }
  .scroll { overflow: visible; }
  .chart rect, .legend rect, .dot, .bar, .heat td { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  tr, li { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; }
}
`
