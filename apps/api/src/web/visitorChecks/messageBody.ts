import type { MessageReport } from "@mon/email-message/effect"
import { type Html, html } from "@mon/status-page"
import { time } from "../page/time.ts"
import { severities } from "./reportBody.ts"

type Hop = MessageReport["hops"][number]
type Finding = MessageReport["findings"][number]

const verdicts: Readonly<Record<MessageReport["verdict"], string>> = {
  ok: "Mon found nothing wrong with this message.",
  warn: "The message needs attention.",
  fail: "The message has serious problems.",
  unknown: "Part of the result is unknown, because DNS did not respond."
}

/** A sign and a word for each result, so that colour is not needed. */
const results: ReadonlyMap<string, readonly [sign: string, word: string, tone: string]> = new Map([
  ["pass", ["●", "Passes", "up"]],
  ["fail", ["▼", "Fails", "down"]],
  ["softfail", ["▼", "Probably not allowed", "down"]],
  ["permerror", ["▼", "Not valid", "down"]],
  ["neutral", ["◆", "Says nothing", "changed"]],
  ["none", ["◆", "Missing", "changed"]],
  ["not_checked", ["○", "Not checked", "unknown"]],
  ["not_applicable", ["○", "Does not apply", "unknown"]]
])

const UNKNOWN = ["○", "Unknown", "unknown"] as const

const row = (name: string, status: string, aligned: boolean | null, detail: ReadonlyArray<string | null>): Html => {
  const [sign, word, tone] = results.get(status) ?? UNKNOWN
  return html`<tr>
    <th scope="row">${name}</th>
    <td data-label="Result"><span class="state ${tone}"><span aria-hidden="true">${sign}</span> ${word}</span></td>
    <td data-label="Alignment">${aligned === null ? "–" : aligned ? "Aligned" : "Not aligned"}</td>
    <td data-label="Detail">${detail.filter((part) => part !== null && part !== "").join(" · ")}</td>
  </tr>`
}

const alignmentOf = ({ aligned, status }: { readonly aligned: boolean; readonly status: string }): boolean | null =>
  status === "pass" ? aligned : null

const authentication = ({ arc, dkim, dmarc, spf }: MessageReport): Html =>
  html`<section aria-labelledby="authentication">
    <h2 id="authentication">Authentication</h2>
    <table>
      <caption class="hidden">
        Results of SPF, DKIM, DMARC and ARC
      </caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col">Result</th>
          <th scope="col">Alignment with From</th>
          <th scope="col">Detail</th>
        </tr>
      </thead>
      <tbody>
        ${row("SPF", spf.status, alignmentOf(spf), [spf.domain, spf.ip, spf.term])}
        ${dkim.signatures.length === 0 ? row("DKIM", "none", null, []) : null}
        ${dkim.signatures.map((signature) => row("DKIM", signature.status, alignmentOf(signature), [signature.domain, signature.selector, signature.detail]))}
        ${row("DMARC", dmarc.status, null, [dmarc.policy === null ? "no DMARC record" : `policy ${dmarc.policy}`, dmarc.recordDomain])}
        ${arc.status === "none" ? null : row("ARC", arc.status, null, arc.sealers)}
      </tbody>
    </table>
  </section>`

const finding = ({ fix, message, reference, severity, step }: Finding): Html =>
  html`<li>
    <strong>${severities[severity]}:</strong> ${message} <span class="soft">${reference}</span>
    ${step === null ? null : html`<p>${step}</p>`}
    ${fix === null ? null : html`<p>Publish this ${fix.type} record at <code>${fix.host}</code>:</p><pre><code class="copy">${fix.value}</code></pre>`}
  </li>`

const findingsSection = ({ findings }: MessageReport): Html =>
  html`<section aria-labelledby="findings">
    <h2 id="findings">What to do</h2>
    ${findings.length === 0 ? html`<p>There is nothing to do.</p>` : html`<ul class="findings">${findings.map(finding)}</ul>`}
  </section>`

const delayText = (seconds: number | null): string =>
  seconds === null ? "–" : seconds < 0 ? "clocks differ" : `${seconds} s`

const hopRow = ({ at, by, delaySeconds, from, ip }: Hop): Html =>
  html`<tr>
    <th scope="row">${from ?? "unknown"}${ip === null ? null : html`<span class="under">${ip}</span>`}</th>
    <td data-label="To">${by ?? "unknown"}</td>
    <td data-label="Time">${at === null ? "–" : time(at, "UTC")}</td>
    <td class="number" data-label="Delay">${delayText(delaySeconds)}</td>
  </tr>`

const hopsSection = ({ hops }: MessageReport): Html | null =>
  hops.length === 0
    ? null
    : html`<section aria-labelledby="hops">
        <h2 id="hops">Servers on the way</h2>
        <p>
          From the Received headers, oldest first. A sender can forge those before the header of your own server.
        </p>
        <table>
          <caption class="hidden">
            Servers that passed the message on
          </caption>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col">Time</th>
              <th scope="col">Delay</th>
            </tr>
          </thead>
          <tbody>
            ${hops.map(hopRow)}
          </tbody>
        </table>
      </section>`

/** A verdict on a message for people. */
export const messageBody = (report: MessageReport): Html =>
  html`<p class="lead" role="status">${verdicts[report.verdict]}</p>
    <p class="soft">
      From ${report.from?.address ?? "no single author"}.
      ${report.sentAt === null ? null : html`Sent ${time(report.sentAt, "UTC")}.`}
    </p>
    ${authentication(report)} ${findingsSection(report)} ${hopsSection(report)}`
