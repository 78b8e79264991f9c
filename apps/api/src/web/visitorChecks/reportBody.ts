import type { EmailHealthReport } from "@mon/email-health/effect"
import type { Language } from "@mon/model"
import { germanReport } from "@mon/notifications"
import { type Html, html } from "@mon/status-page"
import { time } from "../page/time.ts"
import { reportWords } from "./reportWords.ts"

type Finding = EmailHealthReport["findings"][number]
type Step = EmailHealthReport["steps"][number]
type DnsRecord = EmailHealthReport["records"][number]

type Words = (typeof reportWords)[Language]

const components = ["mx", "spf", "dkim", "dmarc", "blacklist"] as const

/** The sign next to the name of each status, for people who cannot distinguish the colours. */
const statuses = {
  ok: { sign: "●", tone: "up" },
  warn: { sign: "◆", tone: "changed" },
  fail: { sign: "▼", tone: "down" },
  unknown: { sign: "○", tone: "unknown" }
} as const

/** The number of findings that are always visible. Further findings are folded. */
const FINDINGS = 20

const verdict = ({ domain, grade, parked, score }: EmailHealthReport, words: Words): Html => {
  if (parked) return html`<p class="lead">${words.parked(domain)}</p>`
  return grade === null
    ? html`<p class="lead">${words.noGrade}</p>`
    : html`<p class="grade grade-${grade}"><span class="hidden">${words.grade} </span>${grade} <small>${words.points(score ?? 0)}</small></p>`
}

const componentRow = (report: EmailHealthReport, name: (typeof components)[number], words: Words): Html => {
  const [title, about] = words.components[name]
  const { columns } = words
  const { score, status, weight } = report[name]
  const { sign, tone } = statuses[status]
  return html`<tr>
    <th scope="row">${title}<span class="under">${about}</span></th>
    <td data-label="${columns.result}"><span class="state ${tone}"><span aria-hidden="true">${sign}</span> ${words.statuses[status]}</span></td>
    <td class="number" data-label="${columns.points}">${score === null ? "–" : words.points(score)}</td>
    <td class="number" data-label="${columns.weight}">${weight} %</td>
  </tr>`
}

const finding =
  ({ severities }: Words) =>
  ({ message, reference, severity }: Finding): Html =>
    html`<li><strong>${severities[severity]}:</strong> ${message} <span class="soft">${reference}</span></li>`

const recordValues = ({ form, values }: DnsRecord, words: Words): Html =>
  values.length === 0
    ? html`<p>${words.remove}</p>`
    : html`${values.map((value) => html`<pre><code class="copy">${value}</code></pre>`)}
        <p class="soft">${words.ttl(form.ttl)}</p>`

/** Renders the values to enter into the DNS provider's web form, with one list for each value of the record. */
const providerForm = (provider: NonNullable<DnsRecord["form"]["provider"]>, words: Words): Html =>
  html`<p>${words.inForm(provider.name)}</p>
    ${provider.fields.map(
      (fields) =>
        html`<dl class="facts">
          ${fields.map(
            ({ label, value }) =>
              html`<div>
                <dt>${label}</dt>
                <dd><code>${value}</code></dd>
              </div>`
          )}
        </dl>`
    )}`

const dnsRecord =
  (words: Words) =>
  (record: DnsRecord): Html =>
    html`<div class="record">
    <dl class="facts">
      <div>
        <dt>${words.type}</dt>
        <dd>${record.type}</dd>
      </div>
      <div>
        <dt>${words.name}</dt>
        <dd><code>${record.form.name}</code> <span class="soft">(${record.host})</span></dd>
      </div>
    </dl>
    ${recordValues(record, words)} ${record.form.provider === null ? null : providerForm(record.form.provider, words)}
    ${record.replaces.length === 0 ? null : html`<p>${words.replaces} ${record.replaces.map((old) => html`<code>${old}</code> `)}</p>`}
    ${record.foreign ? html`<p>${words.foreign}</p>` : null}
  </div>`

const step =
  (records: ReadonlyArray<DnsRecord>, words: Words) =>
  ({ records: indexes, text, title }: Step): Html => {
    const shown = indexes.flatMap((index) => records[index] ?? [])
    return html`<li>
      <h3>${title}</h3>
      <p class="lines">${text}</p>
      ${shown.map(dnsRecord(words))}
    </li>`
  }

const findingsSection = ({ findings }: EmailHealthReport, words: Words): Html =>
  html`<section aria-labelledby="findings">
    <h2 id="findings">${words.findings}</h2>
    ${
      findings.length === 0
        ? html`<p>${words.nothing}</p>`
        : html`<ul class="findings">
            ${findings.slice(0, FINDINGS).map(finding(words))}
          </ul>`
    }
    ${findings.length > FINDINGS ? html`<p>${words.more(findings.length - FINDINGS)}</p>` : null}
  </section>`

const stepsSection = ({ records, steps }: EmailHealthReport, words: Words): Html | null =>
  steps.length === 0
    ? null
    : html`<section aria-labelledby="steps">
        <h2 id="steps">${words.steps}</h2>
        <p>${words.order}</p>
        <ol class="steps">
          ${steps.map(step(records, words))}
        </ol>
      </section>`

export const reportBody = (english: EmailHealthReport, language: Language): Html => {
  const report = language === "de" ? germanReport(english) : english
  const words = reportWords[language]
  const { columns } = words
  return html`${verdict(report, words)}
    <p class="soft">${words.checked} ${time(report.checkedAt, "UTC", language)}.</p>
    ${report.incomplete ? html`<p class="notice">${words.incomplete}</p>` : null}
    <section aria-labelledby="components">
      <h2 id="components">${words.parts}</h2>
      <table>
        <caption class="hidden">
          ${words.caption}
        </caption>
        <thead>
          <tr>
            <th scope="col">${columns.part}</th>
            <th scope="col">${columns.result}</th>
            <th scope="col">${columns.points}</th>
            <th scope="col">${columns.weight}</th>
          </tr>
        </thead>
        <tbody>
          ${components.map((component) => componentRow(report, component, words))}
        </tbody>
      </table>
    </section>
    ${findingsSection(report, words)} ${stepsSection(report, words)}`
}
