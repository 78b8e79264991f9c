import type { SimulationResultRecord as Results } from "@mon/api-contract"
import type { Language } from "@mon/model"
import { type Html, html } from "@mon/status-page"
import { barChart, legend, type Slice } from "./chart.ts"
import { shareWords } from "./shareWords.ts"

/** The number of rows of a breakdown on the page. The CSV file contains all rows. */
const SHOWN = 12

/** Returns the number formats of a language. Percentages have the same number of digits as in the dashboard. */
const formatOf = (language: Language) => {
  const shares = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 })
  return {
    whole: (value: number): string => Math.round(value).toLocaleString(language),
    percent: (share: number | null): string => (share === null ? "–" : shares.format(share))
  }
}

const OUTCOMES = ["inbox", "spam", "reject", "bounce"] as const

const emailsOf = (expected: Results["summary"]["expected"]): number =>
  OUTCOMES.reduce((sum, kind) => sum + expected[kind], 0)

/**
 * Returns the share of an outcome. For the inbox, returns the rate in the summary, because the expected numbers are
 * rounded.
 */
const shareOf = ({ expected, inboxRate }: Results["summary"], kind: (typeof OUTCOMES)[number]): number => {
  if (inboxRate === null) return 0
  if (kind === "inbox") return inboxRate
  const others = emailsOf(expected) - expected.inbox
  return others <= 0 ? 0 : ((1 - inboxRate) * expected[kind]) / others
}

const slicesOf = (summary: Results["summary"], language: Language): ReadonlyArray<Slice> =>
  OUTCOMES.map((kind) => ({ kind, label: shareWords[language].outcomes[kind], share: shareOf(summary, kind) }))

const tile = (name: string, value: Html | string, note?: string): Html =>
  html`<div class="tile">
    <dt>${name}</dt>
    <dd>${value}</dd>
    ${note === undefined ? null : html`<dd class="note">${note}</dd>`}
  </div>`

export const summarySection = ({ summary }: Results, language: Language): Html => {
  const words = shareWords[language]
  const { percent, whole } = formatOf(language)
  const { confidence, daysToSend, range, unsent } = summary
  const bounds = range === null ? undefined : words.range(percent(range[0]), percent(range[1]), confidence)
  return html`<section aria-labelledby="summary">
    <h2 id="summary">${words.summary}</h2>
    <p>${summary.statement}</p>
    <dl class="tiles">
      ${tile(words.inInbox, percent(summary.inboxRate), bounds)}
      ${tile(words.prospects, whole(summary.prospects), words.unique(whole(summary.uniqueProspects)))}
      ${tile(words.domains, whole(summary.uniqueDomains))}
      ${tile(words.senders, whole(summary.senders), words.perDay(whole(summary.dailyCapacity)))}
      ${tile(words.days, daysToSend === null ? "–" : whole(daysToSend), unsent === 0 ? undefined : words.unsent(whole(unsent)))}
    </dl>
  </section>`
}

export const outcomeSection = ({ summary }: Results, language: Language): Html => {
  const words = shareWords[language]
  const { percent, whole } = formatOf(language)
  const { columns, outcomes } = words
  const { expected } = summary
  const emails = emailsOf(expected)
  if (emails === 0)
    return html`<section aria-labelledby="outcome">
      <h2 id="outcome">${words.outcome}</h2>
      <p>${words.noEmails}</p>
    </section>`
  return html`<section aria-labelledby="outcome">
    <h2 id="outcome">${words.outcome}</h2>
    ${barChart([{ label: words.emails(whole(emails)), slices: slicesOf(summary, language) }])}
    ${legend(OUTCOMES.map((kind) => ({ kind, label: outcomes[kind] })))}
    <table>
      <caption class="hidden">
        ${words.outcomeCaption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${columns.outcome}</th>
          <th scope="col">${columns.emails}</th>
          <th scope="col">${columns.share}</th>
        </tr>
      </thead>
      <tbody>
        ${OUTCOMES.map(
          (kind) =>
            html`<tr>
              <th scope="row">${outcomes[kind]}</th>
              <td class="number" data-label="${columns.emails}">${whole(expected[kind])}</td>
              <td class="number" data-label="${columns.share}">${percent(shareOf(summary, kind))}</td>
            </tr>`
        )}
      </tbody>
    </table>
  </section>`
}

export const breakdownSection = (
  id: string,
  [title, column]: readonly [title: string, column: string],
  rows: Results["breakdown"]["byProvider"],
  language: Language
): Html | null => {
  const words = shareWords[language]
  const { percent, whole } = formatOf(language)
  const nameOf = (row: { readonly id: string; readonly name: string }) => words.parts.get(row.id) ?? row.name
  if (rows.length === 0) return null
  const shown = rows.slice(0, SHOWN)
  const most = Math.max(...shown.map(({ prospects }) => prospects), 1)
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${barChart(shown.map((row) => ({ label: nameOf(row), slices: [{ kind: "plain", label: nameOf(row), share: row.prospects / most }] })))}
    <table>
      <caption class="hidden">
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${column}</th>
          <th scope="col">${words.prospects}</th>
          <th scope="col">${words.columns.share}</th>
          <th scope="col">${words.inInbox}</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (row) =>
            html`<tr>
              <th scope="row">${nameOf(row)}</th>
              <td class="number" data-label="${words.prospects}">${whole(row.prospects)}</td>
              <td class="number" data-label="${words.columns.share}">${percent(row.share)}</td>
              <td class="number" data-label="${words.inInbox}">${percent(row.inboxRate)}</td>
            </tr>`
        )}
      </tbody>
    </table>
    ${rows.length > SHOWN ? html`<p class="soft">${words.moreRows(whole(rows.length - SHOWN))}</p>` : null}
  </section>`
}

const authentication = (
  { facts: { dkim, dmarc, spf } }: Results["senders"][number],
  { states }: (typeof shareWords)[Language]
): string => {
  const stateOf = (status: string): string => states.get(status) ?? status.replace("_", " ")
  return `SPF ${stateOf(spf.status)}, DKIM ${stateOf(dkim.status)}, DMARC ${dmarc.policy ?? stateOf(dmarc.status)}`
}

export const sendersSection = ({ senders }: Results, language: Language): Html => {
  const words = shareWords[language]
  const { percent, whole } = formatOf(language)
  const columns = words.senderColumns
  return html`<section aria-labelledby="senders">
    <h2 id="senders">${words.sendingDomains}</h2>
    <table>
      <caption class="hidden">
        ${words.sendersCaption}
      </caption>
      <thead>
        <tr>
          <th scope="col">${columns.domain}</th>
          <th scope="col">${columns.grade}</th>
          <th scope="col">${columns.assigned}</th>
          <th scope="col">${columns.perDay}</th>
          <th scope="col">Google</th>
          <th scope="col">Microsoft</th>
          <th scope="col">${columns.gateways}</th>
          <th scope="col">${columns.others}</th>
        </tr>
      </thead>
      <tbody>
        ${senders.map(
          (sender) =>
            html`<tr>
              <th scope="row">${sender.rank}. ${sender.domain}<span class="under">${authentication(sender, words)}</span></th>
              <td data-label="${columns.grade}">${sender.facts.grade ?? words.unknown}</td>
              <td class="number" data-label="${columns.assigned}">${whole(sender.assignedProspects)}</td>
              <td class="number" data-label="${columns.perDay}">${whole(sender.dailyCapacity)}</td>
              <td class="number" data-label="Google">${percent(sender.inboxGoogle)}</td>
              <td class="number" data-label="Microsoft">${percent(sender.inboxMicrosoft)}</td>
              <td class="number" data-label="${columns.gateways}">${percent(sender.inboxGateway)}</td>
              <td class="number" data-label="${columns.others}">${percent(sender.inboxOther)}</td>
            </tr>`
        )}
      </tbody>
    </table>
  </section>`
}

export const routingSection = ({ routing }: Results, language: Language): Html | null => {
  const words = shareWords[language]
  const { percent, whole } = formatOf(language)
  const bySender = new Map<string, { prospects: number; inbox: number }>()
  for (const { inboxRate, prospects, sender } of routing) {
    const sum = bySender.get(sender) ?? { prospects: 0, inbox: 0 }
    bySender.set(sender, { prospects: sum.prospects + prospects, inbox: sum.inbox + prospects * inboxRate })
  }
  return bySender.size === 0
    ? null
    : html`<section aria-labelledby="routing">
        <h2 id="routing">${words.routing}</h2>
        <table>
          <caption class="hidden">
            ${words.routingCaption}
          </caption>
          <thead>
            <tr>
              <th scope="col">${words.sender}</th>
              <th scope="col">${words.prospects}</th>
              <th scope="col">${words.inInbox}</th>
            </tr>
          </thead>
          <tbody>
            ${[...bySender].map(
              ([sender, { inbox, prospects }]) =>
                html`<tr>
                  <th scope="row">${sender}</th>
                  <td class="number" data-label="${words.prospects}">${whole(prospects)}</td>
                  <td class="number" data-label="${words.inInbox}">${percent(inbox / prospects)}</td>
                </tr>`
            )}
          </tbody>
        </table>
      </section>`
}

const suggestion =
  (language: Language) =>
  ({ domain, expectedInboxGain, record, severity, title, why }: Results["suggestions"][number]): Html => {
    const words = shareWords[language]
    const gain = words.gain(formatOf(language).whole(expectedInboxGain))
    return html`<li>
    <h3>${title}</h3>
    <p class="soft">
      ${domain ?? words.whole}, ${words.severities[severity]}${expectedInboxGain >= 0.5 ? `, ${gain}` : ""}
    </p>
    <p>${why}</p>
    ${record === null ? null : html`<pre tabindex="0" aria-label="${words.record}"><code>${record.host} ${record.type} ${record.value}</code></pre>`}
  </li>`
  }

export const suggestionsSection = ({ suggestions }: Results, language: Language): Html => {
  const words = shareWords[language]
  return html`<section aria-labelledby="suggestions">
    <h2 id="suggestions">${words.changes}</h2>
    ${
      suggestions.length === 0
        ? html`<p>${words.nothing}</p>`
        : html`<ol class="suggestions">
            ${suggestions.map(suggestion(language))}
          </ol>`
    }
  </section>`
}

export const qualitySection = ({ dataQuality, modelVersion }: Results, language: Language): Html => {
  const words = shareWords[language]
  const { percent, whole } = formatOf(language)
  const { facts } = words
  const { hiddenFilterPossible, incompleteSenders, notSeen, recognised, unansweredDomains, unknownDomains } =
    dataQuality
  return html`<section aria-labelledby="quality">
    <h2 id="quality">${words.quality}</h2>
    <dl class="facts">
      <div>
        <dt>${facts.recognised}</dt>
        <dd>${percent(recognised)}</dd>
      </div>
      <div>
        <dt>${facts.unanswered}</dt>
        <dd>${whole(unansweredDomains)}</dd>
      </div>
      <div>
        <dt>${facts.unknown}</dt>
        <dd>${whole(unknownDomains)}</dd>
      </div>
      <div>
        <dt>${facts.incomplete}</dt>
        <dd>${whole(incompleteSenders)}</dd>
      </div>
      <div>
        <dt>${facts.hidden}</dt>
        <dd>${words.prospectCount(whole(hiddenFilterPossible))}</dd>
      </div>
      <div>
        <dt>${facts.notSeen}</dt>
        <dd>${notSeen.map((thing) => words.things.get(thing) ?? thing).join(", ")}</dd>
      </div>
      <div>
        <dt>${facts.model}</dt>
        <dd>${modelVersion}</dd>
      </div>
    </dl>
  </section>`
}
