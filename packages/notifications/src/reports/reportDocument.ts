import type { AvailabilityReport, Language, ReportedDomain, ReportedIncident, ReportedTag } from "@mon/model"
import { measuredText, periodText, type ReportVoice, uptimeText, voiceOf } from "./reportVoice.ts"

export interface ReportDocumentSubject {
  /** Null for a general headline. */
  readonly name: string | null
  readonly language: Language
  readonly service: string
  readonly workspace: {
    readonly name: string | null
    /** The logo, which is shown at half its size in pixels. */
    readonly logo: {
      readonly contentType: string
      readonly content: Uint8Array
      readonly width: number
      readonly height: number
    } | null
  } | null
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["'", "&#39;"]
])

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (character) => ENTITIES.get(character) ?? character)

/** Isolates a text that a person has written, so that its writing direction does not affect the text around it. */
const own = (text: string): string => `<bdi>${escaped(text)}</bdi>`

const NOTHING = "–"

const STYLE = `
@page { size: A4; margin: 16mm 11mm 18mm; @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #555; } }
* { box-sizing: border-box; }
body { margin: 0; font: 9.5pt/1.45 system-ui, "Segoe UI", Roboto, "Helvetica Neue", "Open Sans", sans-serif; color: #1a1d21; overflow-wrap: break-word; }
header { display: flex; align-items: center; gap: 4mm; min-height: 10mm; margin-bottom: 6mm; padding-bottom: 3mm; border-bottom: 1px solid #b9bec5; font-size: 12pt; font-weight: 650; }
header img { max-width: 70mm; max-height: 14mm; width: auto; height: auto; object-fit: contain; }
header bdi { min-width: 0; overflow-wrap: anywhere; }
h1 { margin: 0 0 1mm; font-size: 20pt; line-height: 1.2; }
h2 { margin: 7mm 0 2mm; font-size: 12pt; break-after: avoid; }
p { margin: 0 0 2mm; }
.soft { color: #555; }
table + .soft { margin-top: 2mm; }
dl { display: grid; grid-template-columns: repeat(3, 1fr); gap: 3mm; margin: 5mm 0 3mm; }
dl div { padding: 2.5mm 3mm; border: 1px solid #d4d8dd; border-radius: 2mm; break-inside: avoid; }
dt { color: #555; font-size: 8.5pt; }
dd { margin: 0; font-size: 12pt; font-weight: 650; }
table { width: 100%; table-layout: fixed; border-collapse: collapse; font-size: 8.5pt; }
thead { display: table-header-group; }
tr { break-inside: avoid; }
th, td { padding: 1.2mm 2mm 1.2mm 0; border-bottom: 1px solid #d4d8dd; text-align: start; vertical-align: top; }
th:last-child, td:last-child { padding-right: 0; }
thead th { color: #555; font-size: 7.5pt; font-weight: 600; vertical-align: bottom; }
tbody th { font-weight: 600; overflow-wrap: anywhere; }
.n { text-align: end; font-variant-numeric: tabular-nums; }
footer { margin-top: 7mm; color: #555; font-size: 8.5pt; }
`

interface Column<A> {
  readonly head: string
  /** The column's share of the table's width, in percent. */
  readonly width: number
  readonly isNumber?: boolean
  /** Returns the content of the cell as HTML. */
  readonly cell: (row: A) => string
}

const classOf = ({ isNumber = false }: { readonly isNumber?: boolean }): string => (isNumber ? ' class="n"' : "")

const table = <A>(title: string, columns: ReadonlyArray<Column<A>>, rows: ReadonlyArray<A>): string => {
  const widths = columns.map(({ width }) => `<col style="width: ${width}%">`).join("")
  const heads = columns.map((column) => `<th scope="col"${classOf(column)}>${escaped(column.head)}</th>`).join("")
  const line = (row: A) =>
    columns
      .map((column, at) =>
        at === 0 ? `<th scope="row">${column.cell(row)}</th>` : `<td${classOf(column)}>${column.cell(row)}</td>`
      )
      .join("")
  const lines = rows.map((row) => `<tr>${line(row)}</tr>`).join("\n")
  return `<h2>${escaped(title)}</h2>\n<table><colgroup>${widths}</colgroup><thead><tr>${heads}</tr></thead><tbody>\n${lines}\n</tbody></table>\n`
}

const header = ({ workspace }: ReportDocumentSubject): string => {
  if (workspace === null) return ""
  const { logo, name } = workspace
  const image =
    logo === null
      ? ""
      : `<img src="data:${escaped(logo.contentType)};base64,${Buffer.from(logo.content).toString("base64")}" alt="" width="${Math.ceil(logo.width / 2)}" height="${Math.ceil(logo.height / 2)}">`
  return `<header>${image}${name === null ? "" : own(name)}</header>\n`
}

const fact = (label: string, value: string): string => `<div><dt>${escaped(label)}</dt><dd>${escaped(value)}</dd></div>`

/** Prevents line breaks between a number and its unit. */
const unbroken = (text: string): string => text.replaceAll(/(?<=\d) /gu, "\u00A0")

const lengthOr = (seconds: number, { length }: ReportVoice): string =>
  seconds === 0 ? NOTHING : unbroken(length(seconds))

const millis = (value: number | null, { milliseconds }: ReportVoice): string =>
  value === null ? NOTHING : escaped(unbroken(milliseconds(value)))

const uptimeHead = ({ targetPercent: target }: AvailabilityReport, { percent, words }: ReportVoice): string =>
  target === null ? words.uptime : words.uptimeTo(percent(target))

const uptimeCell = (share: ReportedDomain | ReportedTag, report: AvailabilityReport, voice: ReportVoice): string => {
  const { isMet, isMissed } = voice.words
  const uptime = measuredText(share, report, voice)
  return escaped(share.isTargetMet === null ? uptime : `${uptime}, ${share.isTargetMet ? isMet : isMissed}`)
}

const tagTable = (report: AvailabilityReport, voice: ReportVoice): string =>
  report.tags.length === 0
    ? ""
    : table(
        voice.words.tags,
        [
          { head: voice.words.tagHead, width: 40, cell: ({ name }) => own(name) },
          { head: voice.words.count, width: 12, isNumber: true, cell: ({ domains }) => voice.number(domains) },
          { head: uptimeHead(report, voice), width: 24, cell: (tag) => uptimeCell(tag, report, voice) },
          {
            head: voice.words.downtime,
            width: 14,
            isNumber: true,
            cell: ({ downSeconds }) => lengthOr(downSeconds, voice)
          },
          { head: voice.words.incidents, width: 10, isNumber: true, cell: ({ incidents }) => voice.number(incidents) }
        ],
        report.tags
      )

const domainTable = (report: AvailabilityReport, voice: ReportVoice): string => {
  const { words } = voice
  return table(
    words.count,
    [
      { head: words.domain, width: 23, cell: ({ name }) => own(name) },
      { head: uptimeHead(report, voice), width: 13, cell: (domain) => uptimeCell(domain, report, voice) },
      { head: words.downtime, width: 10, isNumber: true, cell: ({ downSeconds }) => lengthOr(downSeconds, voice) },
      { head: words.incidents, width: 10, isNumber: true, cell: ({ incidents }) => voice.number(incidents) },
      { head: words.longest, width: 10, isNumber: true, cell: (domain) => lengthOr(domain.longestDownSeconds, voice) },
      {
        head: words.maintenance,
        width: 12,
        isNumber: true,
        cell: (domain) => lengthOr(domain.maintenanceSeconds, voice)
      },
      { head: words.median50, width: 12, isNumber: true, cell: ({ responseP50Ms }) => millis(responseP50Ms, voice) },
      { head: words.median95, width: 10, isNumber: true, cell: ({ responseP95Ms }) => millis(responseP95Ms, voice) }
    ],
    report.domains
  )
}

const incidentTable = (incidents: ReadonlyArray<ReportedIncident>, voice: ReportVoice): string => {
  const { words } = voice
  if (incidents.length === 0) return `<h2>${escaped(words.incidents)}</h2>\n<p>${escaped(words.noIncidents)}</p>\n`
  return table(
    words.incidentList,
    [
      { head: words.domain, width: 33, cell: ({ domainName }) => own(domainName) },
      { head: words.start, width: 18, cell: ({ startedAt }) => escaped(voice.time(startedAt)) },
      {
        head: words.downtime,
        width: 13,
        isNumber: true,
        cell: ({ downSeconds, resolvedAt }) =>
          resolvedAt === null ? escaped(words.open) : lengthOr(downSeconds, voice)
      },
      { head: words.cause, width: 36, cell: ({ cause }) => (cause === null ? NOTHING : escaped(cause)) }
    ],
    incidents
  )
}

const leftOut = (count: number, { number, words }: ReportVoice): string =>
  count === 0 ? "" : `<p class="soft">${escaped(words.more(number(count)))}</p>\n`

/** Makes the HTML document of a report for the printer. The document needs no network and no scripts. */
export const reportDocument = (report: AvailabilityReport, subject: ReportDocumentSubject): string => {
  const voice = voiceOf(subject.language, report.timezone)
  const { number, words } = voice
  const { incidents, total } = report
  const title = subject.name ?? words.title
  const period = periodText(report, voice)
  return `<!doctype html>
<html lang="${subject.language}"><head><meta charset="utf-8"><title>${escaped(`${title}: ${period}`)}</title><style>${STYLE}</style></head><body>
${header(subject)}<h1>${own(title)}</h1>
<p>${escaped(period)}</p>
<p class="soft">${escaped(words.zone(report.timezone))}${report.tag === null ? "" : ` ${escaped(words.tag(report.tag))}`}</p>
<dl>${fact(words.uptime, uptimeText(total, report, voice))}${fact(words.downtime, lengthOr(total.downSeconds, voice))}${fact(words.incidents, number(total.incidents))}${fact(words.count, number(total.domains))}${
    total.repairMedianSeconds === null
      ? ""
      : fact(words.repairs, words.median(number(total.repairs), voice.length(total.repairMedianSeconds)))
  }${total.openRepairs === 0 ? "" : fact(words.openRepairs, number(total.openRepairs))}</dl>
${tagTable(report, voice)}${domainTable(report, voice)}${leftOut(report.domainsLeftOut, voice)}${incidentTable(incidents, voice)}${leftOut(report.incidentsLeftOut, voice)}<footer>${escaped(words.rule)} ${escaped(subject.service)}</footer>
</body></html>
`
}
