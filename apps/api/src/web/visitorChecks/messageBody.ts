import type { MessageReport } from "@mon/email-health/effect"
import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import { germanVerdict } from "../../german/germanVerdict.ts"
import { time } from "../page/time.ts"
import { emailMessageWords, type Result } from "./emailMessageWords.ts"
import { reportWords } from "./reportWords.ts"

type Hop = MessageReport["hops"][number]
type Finding = MessageReport["findings"][number]

type Words = (typeof emailMessageWords)[Language]

/** The sign next to the name of each result, for people who cannot distinguish the colours. */
const signs: ReadonlyMap<string, readonly [result: Result, sign: string, tone: string]> = new Map(
  (
    [
      ["pass", "●", "up"],
      ["fail", "▼", "down"],
      ["softfail", "▼", "down"],
      ["permerror", "▼", "down"],
      ["neutral", "◆", "changed"],
      ["none", "◆", "changed"],
      ["not_checked", "○", "unknown"],
      ["not_applicable", "○", "unknown"]
    ] as const
  ).map((one) => [one[0], one])
)

const UNKNOWN = ["unknown", "○", "unknown"] as const

const row = (
  { aligned: isAligned, alignment, columns, notAligned, results }: Words,
  name: string,
  status: string,
  aligned: boolean | null,
  detail: ReadonlyArray<string | null>
): Html => {
  const [result, sign, tone] = signs.get(status) ?? UNKNOWN
  return html`<tr>
    <th scope="row">${name}</th>
    <td data-label="${columns.result}"><span class="state ${tone}"><span aria-hidden="true">${sign}</span> ${results[result]}</span></td>
    <td data-label="${alignment}">${aligned === null ? "–" : aligned ? isAligned : notAligned}</td>
    <td data-label="${columns.detail}">${detail.filter((part) => part !== null && part !== "").join(" · ")}</td>
  </tr>`
}

const alignmentOf = ({ aligned, status }: { readonly aligned: boolean; readonly status: string }): boolean | null =>
  status === "pass" ? aligned : null

const authentication = ({ arc, dkim, dmarc, spf }: MessageReport, words: Words): Html =>
  html`<section aria-labelledby="authentication">
    <h2 id="authentication">${words.authentication}</h2>
    <table>
      <caption class="hidden">
        ${words.authenticationCaption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${words.columns.part}</th>
          <th scope="col">${words.columns.result}</th>
          <th scope="col">${words.columns.alignment}</th>
          <th scope="col">${words.columns.detail}</th>
        </tr>
      </thead>
      <tbody>
        ${row(words, "SPF", spf.status, alignmentOf(spf), [spf.domain, spf.ip, spf.term])}
        ${dkim.signatures.length === 0 ? row(words, "DKIM", "none", null, []) : null}
        ${dkim.signatures.map((signature) => row(words, "DKIM", signature.status, alignmentOf(signature), [signature.domain, signature.selector, signature.detail]))}
        ${row(words, "DMARC", dmarc.status, null, [dmarc.policy === null ? words.noRecord : words.policy(dmarc.policy), dmarc.recordDomain])}
        ${arc.status === "none" ? null : row(words, "ARC", arc.status, null, arc.sealers)}
      </tbody>
    </table>
  </section>`

const finding =
  (language: Language) =>
  ({ fix, message, reference, severity, step }: Finding): Html =>
    html`<li>
    <strong>${reportWords[language].severities[severity]}:</strong> ${message} <span class="soft">${reference}</span>
    ${step === null ? null : html`<p>${step}</p>`}
    ${fix === null ? null : html`<p>${emailMessageWords[language].publish(fix.type)} <code>${fix.host}</code>:</p><pre><code class="copy">${fix.value}</code></pre>`}
  </li>`

const findingsSection = ({ findings }: MessageReport, language: Language): Html =>
  html`<section aria-labelledby="findings">
    <h2 id="findings">${emailMessageWords[language].findings}</h2>
    ${findings.length === 0 ? html`<p>${emailMessageWords[language].nothing}</p>` : html`<ul class="findings">${findings.map(finding(language))}</ul>`}
  </section>`

const delayText = (seconds: number | null, { clocks }: Words): string =>
  seconds === null ? "–" : seconds < 0 ? clocks : `${seconds} s`

const hopRow =
  (language: Language, words: Words) =>
  ({ at, by, delaySeconds, from, ip }: Hop): Html =>
    html`<tr>
    <th scope="row">${from ?? words.unknownHost}${ip === null ? null : html`<span class="under">${ip}</span>`}</th>
    <td data-label="${words.hopColumns.to}">${by ?? words.unknownHost}</td>
    <td data-label="${words.hopColumns.time}">${at === null ? "–" : time(at, "UTC", language)}</td>
    <td class="number" data-label="${words.hopColumns.delay}">${delayText(delaySeconds, words)}</td>
  </tr>`

const hopsSection = ({ hops }: MessageReport, language: Language, words: Words): Html | null =>
  hops.length === 0
    ? null
    : html`<section aria-labelledby="hops">
        <h2 id="hops">${words.hops}</h2>
        <p>${words.hopsHint}</p>
        <table>
          <caption class="hidden">
            ${words.hopsCaption}
          </caption>
          <thead>
            <tr>
              <th scope="col">${words.hopColumns.from}</th>
              <th scope="col">${words.hopColumns.to}</th>
              <th scope="col">${words.hopColumns.time}</th>
              <th scope="col">${words.hopColumns.delay}</th>
            </tr>
          </thead>
          <tbody>
            ${hops.map(hopRow(language, words))}
          </tbody>
        </table>
      </section>`

export const messageBody = (english: MessageReport, language: Language): Html => {
  const report = language === "de" ? germanVerdict(english) : english
  const words = emailMessageWords[language]
  return html`<p class="lead" role="status">${words.verdicts[report.verdict]}</p>
    <p class="soft">
      ${words.from} ${report.from?.address ?? words.noAuthor}.
      ${report.sentAt === null ? null : html`${words.sent} ${time(report.sentAt, "UTC", language)}.`}
    </p>
    ${authentication(report, words)} ${findingsSection(report, language)} ${hopsSection(report, language, words)}`
}
