import { Effect } from "effect"
import { STYLE_PATH } from "./Page.ts"
import type { PageEndpoint } from "./PageEndpoint.ts"

/**
 * The colours of the pages. Text has a contrast of at least 4.5:1, and borders of fields have a contrast of at least
 * 3:1 (WCAG 2.2, 1.4.3 and 1.4.11).
 */
const colours = `
:root {
  color-scheme: light dark;
  --ink: #1a1d21; --soft: #565d66; --paper: #fbfbfa; --card: #ffffff; --line: #dcdfe3; --edge: #7d848d;
  --link: #0b4f9e; --accent: #0b4f9e; --on-accent: #ffffff; --accent-over: #083b77;
  --good: #116329; --bad: #b42318; --news: #8a4b00; --bad-ground: #fef3f2; --good-ground: #effaf1; --code: #f0f1f3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8eaed; --soft: #a8b0ba; --paper: #14161a; --card: #1c1f24; --line: #343a42; --edge: #8b949e;
    --link: #8ab8f5; --accent: #8ab8f5; --on-accent: #0d1b2e; --accent-over: #b3d1fa;
    --good: #6fd08c; --bad: #ff9c92; --news: #f2bd6b; --bad-ground: #331a18; --good-ground: #15291b; --code: #262a31;
  }
}`

const ground = `
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; overflow-wrap: break-word; }
h1, h2, h3 { line-height: 1.25; text-wrap: balance; margin: 0 0 .75rem; letter-spacing: -.01em; }
h1 { font-size: 1.75rem; } h2 { font-size: 1.25rem; } h3 { font-size: 1.0625rem; }
p, ul, dl, table, pre { margin: 0 0 1rem; }
p { max-width: 42rem; }
a { color: var(--link); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
#content:focus { outline: none; }
code { font: .9em/1.4 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; background: var(--code); border-radius: 3px; padding: .1em .3em; overflow-wrap: anywhere; }
pre { background: var(--code); border-radius: 6px; padding: .75rem 1rem; overflow-x: auto; }
pre code { background: none; padding: 0; }
.soft, .hint { color: var(--soft); }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 1; background: var(--card); padding: .5rem 1rem; border-radius: 0 0 6px 6px; }
.skip:focus { top: 0; }
.lead { font-size: 1.125rem; color: var(--soft); }`

const shell = `
.top { border-bottom: 1px solid var(--line); background: var(--card); }
.bar, .page { max-width: 70rem; margin: 0 auto; padding: 0 1.25rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.5rem; min-height: 3.5rem; padding-block: .5rem; }
.brand { font-weight: 700; font-size: 1.125rem; color: var(--ink); text-decoration: none; letter-spacing: -.01em; }
.workspace { display: flex; align-items: center; gap: .5rem; margin: 0; font-weight: 600; }
.workspace img { max-width: 100%; height: auto; padding: 2px 4px; background: #ffffff; border-radius: 4px; }
.top ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 0; padding: 0; }
.top nav a { display: inline-block; padding: .375rem 0; text-decoration: none; }
.top nav a:hover { text-decoration: underline; }
.top nav a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: inset 0 -2px var(--accent); }
.person { display: flex; flex-wrap: wrap; align-items: center; gap: .25rem 1.25rem; margin-left: auto; }
.page { padding-block: 2rem 4rem; }
main.narrow { max-width: 30rem; margin: 0 auto; padding: 1.75rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
main.narrow > :last-child { margin-bottom: 0; }
main.welcome { max-width: 44rem; }
main.welcome .actions { margin: 1.5rem 0 2rem; }
main.welcome h1 { font-size: clamp(1.875rem, 5vw, 2.75rem); }
.points { padding-left: 1.25rem; } .points li { margin-bottom: .5rem; }
section { margin-bottom: 2.5rem; }`

const forms = `
form { margin: 0; }
.field, .check { margin-bottom: 1.125rem; }
label { font-weight: 600; }
label:has(> input:not([type=checkbox])) { display: block; margin-bottom: 1.125rem; }
.field > label { display: block; margin-bottom: .25rem; }
.field .hint, .field .field-error { margin: 0 0 .375rem; font-size: .9375rem; }
input:not([type=checkbox], [type=hidden]), select, textarea { display: block; width: 100%; max-width: 27rem; min-height: 2.75rem; padding: .5rem .75rem; font: inherit; font-weight: 400; color: var(--ink); background: var(--card); border: 1px solid var(--edge); border-radius: 6px; }
input.hidden { display: none; }
input[readonly] { background: var(--code); color: var(--soft); }
[aria-invalid=true] { border-color: var(--bad) !important; border-width: 2px !important; }
.check { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .25rem .625rem; align-items: center; min-height: 2rem; }
.check .hint { grid-column: 2; margin: 0; font-size: .9375rem; }
.check label { font-weight: 400; }
input[type=checkbox] { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent); flex: none; }
button, .button { display: inline-block; min-height: 2.75rem; padding: .5rem 1.125rem; font: inherit; font-weight: 600; line-height: 1.6; text-decoration: none; color: var(--on-accent); background: var(--accent); border: 1px solid var(--accent); border-radius: 6px; cursor: pointer; }
button:hover, .button:hover { background: var(--accent-over); border-color: var(--accent-over); }
.second, .danger { background: transparent; color: var(--link); border-color: var(--edge); }
.danger { color: var(--bad); }
.second:hover { background: var(--code); border-color: var(--edge); } .danger:hover { background: var(--bad-ground); border-color: var(--bad); }
.plain { min-height: 0; padding: .375rem 0; font-weight: 400; color: var(--link); background: none; border: 0; }
.plain:hover { background: none; text-decoration: underline; }
form + form, form + p { margin-top: 1rem; } form + section, details + section { margin-top: 2rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; } .actions form { margin: 0; }
.field-error { color: var(--bad); font-weight: 600; }
.summary { border: 2px solid var(--bad); background: var(--bad-ground); border-radius: 6px; padding: 1rem 1.25rem; margin-bottom: 1.5rem; }
.summary h2 { font-size: 1.0625rem; margin-bottom: .25rem; } .summary ul { margin: 0; padding-left: 1.125rem; }
.summary a { color: var(--bad); font-weight: 600; }
.notice { border-left: 4px solid var(--good); background: var(--good-ground); border-radius: 0 6px 6px 0; padding: .625rem 1rem; max-width: none; }
.secret { display: block; padding: .75rem 1rem; font-size: 1rem; user-select: all; }
.confirm { margin-bottom: .75rem; } .confirm summary { display: inline-block; min-height: 2rem; padding: .25rem 0; color: var(--link); cursor: pointer; } .confirm form { border-left: 3px solid var(--line); padding: .25rem 0 .25rem 1rem; } .confirm p { margin-bottom: .5rem; }
.codes { list-style: none; padding: 0; display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .5rem 1rem; } .codes code { font-size: 1rem; user-select: all; }
.qr { display: block; width: 220px; height: 220px; border-radius: 6px; margin-bottom: 1rem; }
.choices { list-style: none; padding: 0; } .choices li { margin-bottom: .75rem; } .choices button { width: 100%; text-align: left; } .choices .soft { font-weight: 400; }
.chosen { display: block; padding: .625rem 1.125rem; border: 1px solid var(--line); border-radius: 6px; }`

const lists = `
.settings > section { border-top: 1px solid var(--line); padding-top: 1.5rem; }
.facts { margin-bottom: 1.5rem; }
.facts > div { display: flex; flex-wrap: wrap; gap: 0 .75rem; margin-bottom: .25rem; } .facts dt { color: var(--soft); min-width: 7rem; } .facts dd { margin: 0; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .75rem; margin-bottom: 2rem; }
.tile { border: 1px solid var(--line); border-radius: 8px; background: var(--card); padding: .75rem 1rem; }
.tile dt { color: var(--soft); font-size: .9375rem; } .tile dd { margin: 0; font-size: 1.75rem; line-height: 1.2; font-weight: 650; font-variant-numeric: tabular-nums; }
.tile.up dd { color: var(--good); } .tile.down { border-color: var(--bad); } .tile.down dd { color: var(--bad); } .tile.changed dd { color: var(--news); }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { text-align: left; vertical-align: top; padding: .625rem .75rem .625rem 0; border-bottom: 1px solid var(--line); }
thead th { color: var(--soft); font-weight: 600; } tbody th { font-weight: 600; }
.number { font-variant-numeric: tabular-nums; white-space: nowrap; }
.under { display: block; font-weight: 400; font-size: .875rem; color: var(--soft); }
.state { white-space: nowrap; font-weight: 600; } .state.up, .state.active { color: var(--good); } .state.down, .state.error { color: var(--bad); } .state.changed { color: var(--news); } .state.unknown, .state.paused { color: var(--soft); }
pre.mail { white-space: pre-wrap; overflow-wrap: anywhere; }
.operations { list-style: none; padding: 0; } .operations li { margin-bottom: .375rem; } .operations a { text-decoration: none; } .operations code { background: none; padding: 0 .5rem 0 0; }
.docs article { margin: 0 0 2rem; padding-top: .5rem; } .docs h3 { scroll-margin-top: 1rem; } .docs th { width: 22%; } .docs td:nth-child(2) { width: 24%; }
.method { font: 700 .8125rem/1 ui-monospace, monospace; border: 1px solid var(--edge); border-radius: 4px; padding: .2em .4em; }
.sections { columns: 3 12rem; padding-left: 1.125rem; } .answers { padding-left: 1.125rem; font-size: .9375rem; }
@media screen and (max-width: 46rem) {
  h1 { font-size: 1.5rem; }
  .person { margin-left: 0; }
  main.narrow { padding: 0; border: 0; background: none; }
  td.none { display: none; }
  thead { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
  table, tbody, tr, th, td { display: block; width: auto; }
  tr { border-bottom: 1px solid var(--line); padding: .75rem 0; } th, td { border: 0; padding: .125rem 0; }
  .docs th, .docs td:nth-child(2) { width: auto; }
  td[data-label]::before { content: attr(data-label) ": "; color: var(--soft); }
}
@media (prefers-reduced-motion: no-preference) { button, .button, a { transition: background-color .12s; } }`

const reports = `
:root { --inbox: #1a7f37; --spam: #b35900; --reject: #8250df; --bounce: #b42318; --plain: #0b4f9e; }
@media (prefers-color-scheme: dark) { :root { --inbox: #4ac26b; --spam: #e0913a; --reject: #b392f0; --bounce: #ff7b72; --plain: #8ab8f5; } }
.report section { break-inside: avoid-page; }
.tile .note { font-size: .875rem; line-height: 1.4; font-weight: 400; color: var(--soft); }
.chart { max-width: 42rem; margin: 0 0 1rem; } .chart p { margin: 0; font-size: .875rem; line-height: 1.5; } .chart svg { display: block; width: 100%; height: .875rem; margin-bottom: .5rem; }
.fill-ground { fill: var(--code); } .fill-inbox { fill: var(--inbox); } .fill-spam { fill: var(--spam); } .fill-reject { fill: var(--reject); } .fill-bounce { fill: var(--bounce); } .fill-plain { fill: var(--plain); }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; padding: 0; } .legend li::before { content: ""; display: inline-block; width: .75rem; height: .75rem; margin-right: .4rem; border-radius: 2px; background: var(--plain); }
.key-inbox::before { background: var(--inbox) !important; } .key-spam::before { background: var(--spam) !important; } .key-reject::before { background: var(--reject) !important; } .key-bounce::before { background: var(--bounce) !important; }
.suggestions { padding-left: 1.5rem; } .suggestions li { margin-bottom: 1.5rem; break-inside: avoid; } .suggestions p { margin-bottom: .5rem; } .suggestions pre { white-space: pre-wrap; overflow-wrap: anywhere; }
.report .facts dt { min-width: 14rem; } .report .facts dd { flex: 1 1 12rem; }
@media print {
  :root { color-scheme: light; --link: #000; --edge: #666; --ink: #000; --soft: #444; --paper: #fff; --card: #fff; --line: #bbb; --code: #eee; --inbox: #1a7f37; --spam: #b35900; --reject: #8250df; --bounce: #b42318; --plain: #0b4f9e; }
  body { font-size: 10pt; } .top, .skip { display: none; } .page { max-width: none; padding: 0; } a { color: inherit; }
  .chart rect, .legend li::before { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  section { margin-bottom: 1.25rem; } tr { break-inside: avoid; }
}`

const tools = `
.check-now { display: grid; grid-template-columns: minmax(0, 27rem) auto; gap: 0 .75rem; align-items: end; max-width: 38rem; margin-bottom: 1rem; }
.check-now .field, .check-now button { margin-bottom: 0; }
.try, .watch { border: 1px solid var(--line); border-radius: 10px; background: var(--card); padding: 1.25rem 1.25rem .5rem; margin: 1.5rem 0; }
.watch > :last-child { margin-bottom: .75rem; }
.grade { font-size: 3.5rem; line-height: 1; font-weight: 700; margin: 0 0 .5rem; color: var(--news); } .grade small { font-size: 1.125rem; font-weight: 400; color: var(--soft); }
.grade-A, .grade-B { color: var(--good); } .grade-D, .grade-F { color: var(--bad); }
.findings { padding-left: 1.25rem; } .findings li { margin-bottom: .5rem; max-width: 46rem; }
.steps { padding-left: 1.5rem; } .lines { white-space: pre-line; } .steps > li { margin-bottom: 1.5rem; }
.record { border-left: 3px solid var(--line); padding-left: 1rem; margin-bottom: 1rem; } .record pre { white-space: pre-wrap; overflow-wrap: anywhere; margin-bottom: .25rem; } .record p, .record .facts { margin-bottom: .5rem; }
.copy { user-select: all; }
@media screen and (max-width: 34rem) { .check-now { grid-template-columns: minmax(0, 1fr); gap: .75rem; } }`

/** The style sheet, as bytes so that it is compressed only once. */
const sheet = Buffer.from(`${colours}${ground}${shell}${forms}${lists}${reports}${tools}\n`.trimStart())

export const styleEndpoint: PageEndpoint = {
  method: "GET",
  path: STYLE_PATH,
  handle: () =>
    Effect.succeed({
      status: 200,
      contentType: "text/css; charset=utf-8",
      body: sheet,
      compressible: true,
      validated: true,
      headers: { "Cache-Control": "public, max-age=300", "X-Content-Type-Options": "nosniff" }
    })
}
