import type { EmailHealthReport } from "@mon/email-health/effect"
import { type Html, html } from "@mon/status-page"
import { time } from "../page/time.ts"

type Component = "mx" | "spf" | "dkim" | "dmarc" | "blacklist"
type Finding = EmailHealthReport["findings"][number]
type Step = EmailHealthReport["steps"][number]
type DnsRecord = EmailHealthReport["records"][number]

const components: ReadonlyArray<readonly [Component, title: string, about: string]> = [
  ["mx", "MX", "who receives email"],
  ["spf", "SPF", "who may send email"],
  ["dkim", "DKIM", "how email is signed"],
  ["dmarc", "DMARC", "what happens to forged email"],
  ["blacklist", "Blacklists", "whether the mail hosts are listed"]
]

/** A sign and a word for each status, so that colour is not needed. */
const statuses = {
  ok: { sign: "●", word: "Good", tone: "up" },
  warn: { sign: "◆", word: "Needs attention", tone: "changed" },
  fail: { sign: "▼", word: "Bad", tone: "down" },
  unknown: { sign: "○", word: "Unknown", tone: "unknown" }
} as const

/** The words of severities. */
export const severities: Readonly<Record<Finding["severity"], string>> = {
  critical: "Critical",
  high: "High",
  medium: "Medium",
  low: "Low",
  info: "Note"
}

/** Findings that are shown at once. */
const FINDINGS = 20

const verdict = ({ domain, grade, parked, score }: EmailHealthReport): Html => {
  if (parked) return html`<p class="lead">${domain} says in DNS that it neither receives nor sends email.</p>`
  return grade === null
    ? html`<p class="lead">DNS did not respond, so there is no grade.</p>`
    : html`<p class="grade grade-${grade}"><span class="hidden">Grade </span>${grade} <small>${score} of 100</small></p>`
}

const componentRow = (report: EmailHealthReport, [name, title, about]: (typeof components)[number]): Html => {
  const { score, status, weight } = report[name]
  const { sign, tone, word } = statuses[status]
  return html`<tr>
    <th scope="row">${title}<span class="under">${about}</span></th>
    <td data-label="Result"><span class="state ${tone}"><span aria-hidden="true">${sign}</span> ${word}</span></td>
    <td class="number" data-label="Points">${score === null ? "–" : `${score} of 100`}</td>
    <td class="number" data-label="Weight">${weight} %</td>
  </tr>`
}

const finding = ({ message, reference, severity }: Finding): Html =>
  html`<li><strong>${severities[severity]}:</strong> ${message} <span class="soft">${reference}</span></li>`

const recordValues = ({ form, values }: DnsRecord): Html =>
  values.length === 0
    ? html`<p>Delete the record.</p>`
    : html`${values.map((value) => html`<pre><code class="copy">${value}</code></pre>`)}
        <p class="soft">TTL: ${form.ttl} s</p>`

/** The fields of the form of the zone's DNS provider, one list for each value. */
const providerForm = (provider: NonNullable<DnsRecord["form"]["provider"]>): Html =>
  html`<p>In ${provider.name}'s form:</p>
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

const dnsRecord = (record: DnsRecord): Html =>
  html`<div class="record">
    <dl class="facts">
      <div>
        <dt>Type</dt>
        <dd>${record.type}</dd>
      </div>
      <div>
        <dt>Name</dt>
        <dd><code>${record.form.name}</code> <span class="soft">(${record.host})</span></dd>
      </div>
    </dl>
    ${recordValues(record)} ${record.form.provider === null ? null : providerForm(record.form.provider)}
    ${record.replaces.length === 0 ? null : html`<p>It replaces: ${record.replaces.map((old) => html`<code>${old}</code> `)}</p>`}
    ${record.foreign ? html`<p>This record belongs in someone else's zone. Ask the zone's owner to publish it.</p>` : null}
  </div>`

const step =
  (records: ReadonlyArray<DnsRecord>) =>
  ({ records: indexes, text, title }: Step): Html => {
    const shown = indexes.flatMap((index) => records[index] ?? [])
    return html`<li>
      <h3>${title}</h3>
      <p class="lines">${text}</p>
      ${shown.map(dnsRecord)}
    </li>`
  }

const findingsSection = ({ findings }: EmailHealthReport): Html =>
  html`<section aria-labelledby="findings">
    <h2 id="findings">Findings</h2>
    ${
      findings.length === 0
        ? html`<p>Nothing to improve.</p>`
        : html`<ul class="findings">
            ${findings.slice(0, FINDINGS).map(finding)}
          </ul>`
    }
    ${findings.length > FINDINGS ? html`<p>And ${findings.length - FINDINGS} more.</p>` : null}
  </section>`

const stepsSection = ({ records, steps }: EmailHealthReport): Html | null =>
  steps.length === 0
    ? null
    : html`<section aria-labelledby="steps">
        <h2 id="steps">What to do</h2>
        <p>Each step is safe once the one before it is done.</p>
        <ol class="steps">
          ${steps.map(step(records))}
        </ol>
      </section>`

/** A report for people: the grade, the components, the findings, and what to publish. */
export const reportBody = (report: EmailHealthReport): Html =>
  html`${verdict(report)}
    <p class="soft">Checked ${time(report.checkedAt, "UTC")}.</p>
    ${report.incomplete ? html`<p class="notice">Some DNS servers did not respond, so parts of the result are unknown. Check again in a minute.</p>` : null}
    <section aria-labelledby="components">
      <h2 id="components">The five parts</h2>
      <table>
        <caption class="hidden">
          Results of the parts
        </caption>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col">Result</th>
            <th scope="col">Points</th>
            <th scope="col">Weight</th>
          </tr>
        </thead>
        <tbody>
          ${components.map((component) => componentRow(report, component))}
        </tbody>
      </table>
    </section>
    ${findingsSection(report)} ${stepsSection(report)}`
