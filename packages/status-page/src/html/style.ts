import type { StatusPageDocument } from "../StatusPageDocument.ts"
import { pageColors } from "./colors.ts"

/** The colors. Text has a contrast of at least 4.5:1, bars at least 3:1 (WCAG 2.2, 1.4.3 and 1.4.11). */
const light =
  "--ink:#1a1d21;--soft:#535a63;--paper:#f4f5f7;--card:#fff;--line:#d9dce1;--up:#1a7f37;--minor:#a85400;--major:#b42318;--maintenance:#0b5cad;--none:#868e97;"
const dark =
  "--ink:#e8eaed;--soft:#a8b0ba;--paper:#14161a;--card:#1e2228;--line:#3a414a;--up:#4ac26b;--minor:#e59b45;--major:#ff8f85;--maintenance:#79b8f8;--none:#7f8892;"

const rules = `
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.55 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:break-word}
a{color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:3px}
header,main,footer{max-width:56rem;margin:0 auto;padding:0 1.25rem}
.top{border-top:4px solid var(--accent)}
header{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;padding-block:1.5rem 1rem}
header img{display:block}
header a{color:inherit;text-decoration:none}
header .subscribe{margin-left:auto;padding:.375rem 1rem;border:1px solid currentColor;border-radius:8px;font-weight:600}
header .subscribe:hover{text-decoration:underline}
.when::first-letter{text-transform:uppercase}
.when{font-weight:600}
main{padding-top:1.25rem}
h1{font-size:1.5rem;line-height:1.25;margin:0}
h2{font-size:1.1875rem;margin:2rem 0 .75rem}
h3{font-size:1.0625rem;margin:1.25rem 0 .5rem}
p{margin:0 0 .5rem}
ul,ol{margin:0;padding:0;list-style:none}
.skip{position:absolute;left:1rem;top:-5rem;background:var(--card);padding:.5rem 1rem}
.skip:focus{top:0}
.about{color:var(--soft);max-width:42rem}
.banner{display:flex;flex-wrap:wrap;gap:.25rem 1rem;justify-content:space-between;align-items:baseline;border:1px solid var(--line);border-left:6px solid var(--tone);border-radius:8px;background:var(--card);padding:1rem 1.25rem;margin:0}
.banner strong{font-size:1.25rem}
.banner span,time,.uptime,.rule,.legend,.about,summary,details li{font-size:.9375rem;color:var(--soft)}
.card,.part,.post{border:1px solid var(--line);background:var(--card);border-radius:8px}
.part{overflow:hidden}
.part+.part{margin-top:1rem}
.part>li{padding:.875rem 1.25rem}
.part>li+li{border-top:1px solid var(--line)}
.line{display:flex;flex-wrap:wrap;gap:0 1rem;justify-content:space-between;margin:0}
h3.line{margin:1.25rem 0 .5rem}
.state{color:var(--tone);font-weight:600}
.state small{color:var(--soft);font-weight:400}
.bars{display:block;width:100%;height:1.75rem;margin:.5rem 0 .25rem;fill:none;stroke-width:3}
path.up{stroke:var(--up)}path.minor{stroke:var(--minor)}path.major{stroke:var(--major)}path.maintenance{stroke:var(--maintenance)}path.none{stroke:var(--none)}path.before{stroke:var(--line)}
.uptime,.rule,.legend{margin:0}
.legend{margin-top:.75rem}
.legend span{margin-right:1rem;white-space:nowrap}
.legend span::before{content:"";display:inline-block;width:.75em;height:.75em;border-radius:2px;margin-right:.4em;background:var(--tone)}
summary{cursor:pointer}
details ul{padding:.25rem 0 0 1rem}
.post{padding:1rem 1.25rem;margin:0 0 1rem;border-left:6px solid var(--tone)}
.post h2,.post h3{margin:0 0 .25rem}
.post ol li{border-top:1px solid var(--line);padding-top:.625rem;margin-top:.625rem}
.post ol p{max-width:42rem}
.up,.operational,.none-now{--tone:var(--up)}
.minor,.degraded_performance{--tone:var(--minor)}
.major,.critical,.partial_outage,.major_outage{--tone:var(--major)}
.maintenance,.under_maintenance{--tone:var(--maintenance)}
.none,.unknown{--tone:var(--none)}
.unknown.state{color:var(--soft)}
.post.none{--tone:var(--line)}
footer{padding-block:2.5rem 3rem;color:var(--soft);font-size:.9375rem}
footer ul{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin:0 0 .5rem}
.hidden{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.small{margin:0;padding:.75rem;background:none}
.small .banner{padding:.625rem 1rem}
@media print{body{background:#fff;font-size:10pt}.skip,footer nav{display:none}.part,.post,.banner{break-inside:avoid}details::details-content{content-visibility:visible;display:block}a{color:inherit}path,.legend span::before{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
`

/**
 * Returns the style sheet of a page, with its owner's colors. The style sheet is written into `<style>`, so it must not
 * contain text that people entered.
 */
export const styleSheet = ({ colors }: Pick<StatusPageDocument, "colors">): string => {
  const { accentOnDark, accentOnLight, header } = pageColors(colors)
  const top =
    header === null ? "" : `.top{background:${header.ground};color:${header.text};--accent:${header.text};border-top:0}`
  const darkRules = `:root{${dark}--accent:${accentOnDark}}`
  return `:root{color-scheme:light dark;${light}--accent:${accentOnLight}}@media screen and (prefers-color-scheme:dark){${darkRules}}${rules.replaceAll(/\n\s*/gu, "")}${top}`
}
