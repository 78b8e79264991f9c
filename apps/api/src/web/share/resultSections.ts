import type { SimulationResultRecord as Results } from "@mon/api-contract"
import { type Html, html } from "@mon/status-page"
import { barChart, legend, type Slice } from "./chart.ts"

/** Rows of a breakdown on the page. The CSV has all of them. */
const SHOWN = 12

const whole = (value: number): string => Math.round(value).toLocaleString("en-US")
/** With the digit that the dashboard shows of the same share. */
const shares = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 })
const percent = (share: number | null): string => (share === null ? "–" : shares.format(share))

const OUTCOMES = [
  ["inbox", "Inbox"],
  ["spam", "Spam folder"],
  ["reject", "Rejected"],
  ["bounce", "Bounced"]
] as const

const emailsOf = (expected: Results["summary"]["expected"]): number =>
  OUTCOMES.reduce((sum, [kind]) => sum + expected[kind], 0)

/** The share of an outcome. That in the inbox is the rate that the summary shows; the numbers are rounded before. */
const shareOf = ({ expected, inboxRate }: Results["summary"], kind: (typeof OUTCOMES)[number][0]): number => {
  if (inboxRate === null) return 0
  if (kind === "inbox") return inboxRate
  const others = emailsOf(expected) - expected.inbox
  return others <= 0 ? 0 : ((1 - inboxRate) * expected[kind]) / others
}

const slicesOf = (summary: Results["summary"]): ReadonlyArray<Slice> =>
  OUTCOMES.map(([kind, name]) => ({ kind, label: name, share: shareOf(summary, kind) }))

const tile = (name: string, value: Html | string, note?: string): Html =>
  html`<div class="tile">
    <dt>${name}</dt>
    <dd>${value}</dd>
    ${note === undefined ? null : html`<dd class="note">${note}</dd>`}
  </div>`

/** The key figures of the campaign. */
export const summarySection = ({ summary }: Results): Html => {
  const { confidence, daysToSend, range, unsent } = summary
  const bounds = range === null ? undefined : `${percent(range[0])} to ${percent(range[1])}, confidence ${confidence}`
  return html`<section aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    <p>${summary.statement}</p>
    <dl class="tiles">
      ${tile("Expected in the inbox", percent(summary.inboxRate), bounds)}
      ${tile("Prospects", whole(summary.prospects), `${whole(summary.uniqueProspects)} unique`)}
      ${tile("Domains", whole(summary.uniqueDomains))}
      ${tile("Senders", whole(summary.senders), `${whole(summary.dailyCapacity)} emails a day`)}
      ${tile("Days to send", daysToSend === null ? "–" : whole(daysToSend), unsent === 0 ? undefined : `${whole(unsent)} not sent`)}
    </dl>
  </section>`
}

/** The expected outcome of all emails, as a bar and as a table. */
export const outcomeSection = ({ summary }: Results): Html => {
  const { expected } = summary
  const emails = emailsOf(expected)
  if (emails === 0)
    return html`<section aria-labelledby="outcome">
      <h2 id="outcome">Expected outcome</h2>
      <p>No emails would be sent.</p>
    </section>`
  return html`<section aria-labelledby="outcome">
    <h2 id="outcome">Expected outcome</h2>
    ${barChart([{ label: `${whole(emails)} emails`, slices: slicesOf(summary) }])}
    ${legend(OUTCOMES.map(([kind, label]) => ({ kind, label })))}
    <table>
      <caption class="hidden">
        Expected outcome of all emails
      </caption>
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">Emails</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        ${OUTCOMES.map(
          ([kind, label]) =>
            html`<tr>
              <th scope="row">${label}</th>
              <td class="number" data-label="Emails">${whole(expected[kind])}</td>
              <td class="number" data-label="Share">${percent(shareOf(summary, kind))}</td>
            </tr>`
        )}
      </tbody>
    </table>
  </section>`
}

/** The prospects by one property, as bars and as a table. */
export const breakdownSection = (
  id: string,
  title: string,
  column: string,
  rows: Results["breakdown"]["byProvider"]
): Html | null => {
  if (rows.length === 0) return null
  const shown = rows.slice(0, SHOWN)
  const most = Math.max(...shown.map(({ prospects }) => prospects), 1)
  return html`<section aria-labelledby="${id}">
    <h2 id="${id}">${title}</h2>
    ${barChart(shown.map(({ name, prospects }) => ({ label: name, slices: [{ kind: "plain", label: name, share: prospects / most }] })))}
    <table>
      <caption class="hidden">
        ${title}
      </caption>
      <thead>
        <tr>
          <th scope="col">${column}</th>
          <th scope="col">Prospects</th>
          <th scope="col">Share</th>
          <th scope="col">Expected in the inbox</th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          ({ inboxRate, name, prospects, share }) =>
            html`<tr>
              <th scope="row">${name}</th>
              <td class="number" data-label="Prospects">${whole(prospects)}</td>
              <td class="number" data-label="Share">${percent(share)}</td>
              <td class="number" data-label="Expected in the inbox">${percent(inboxRate)}</td>
            </tr>`
        )}
      </tbody>
    </table>
    ${rows.length > SHOWN ? html`<p class="soft">${whole(rows.length - SHOWN)} more are in the campaign CSV.</p>` : null}
  </section>`
}

const authentication = ({ facts: { dkim, dmarc, spf } }: Results["senders"][number]): string =>
  `SPF ${spf.status.replace("_", " ")}, DKIM ${dkim.status}, DMARC ${dmarc.policy ?? dmarc.status}`

/** The sending domains by rank. */
export const sendersSection = ({ senders }: Results): Html =>
  html`<section aria-labelledby="senders">
    <h2 id="senders">Sending domains</h2>
    <table>
      <caption class="hidden">
        Sending domains by rank
      </caption>
      <thead>
        <tr>
          <th scope="col">Domain</th>
          <th scope="col">Grade</th>
          <th scope="col">Assigned</th>
          <th scope="col">Emails a day</th>
          <th scope="col">Google</th>
          <th scope="col">Microsoft</th>
          <th scope="col">Gateways</th>
          <th scope="col">Others</th>
        </tr>
      </thead>
      <tbody>
        ${senders.map(
          (sender) =>
            html`<tr>
              <th scope="row">${sender.rank}. ${sender.domain}<span class="under">${authentication(sender)}</span></th>
              <td data-label="Grade">${sender.facts.grade ?? "unknown"}</td>
              <td class="number" data-label="Assigned">${whole(sender.assignedProspects)}</td>
              <td class="number" data-label="Emails a day">${whole(sender.dailyCapacity)}</td>
              <td class="number" data-label="Google">${percent(sender.inboxGoogle)}</td>
              <td class="number" data-label="Microsoft">${percent(sender.inboxMicrosoft)}</td>
              <td class="number" data-label="Gateways">${percent(sender.inboxGateway)}</td>
              <td class="number" data-label="Others">${percent(sender.inboxOther)}</td>
            </tr>`
        )}
      </tbody>
    </table>
  </section>`

/** How many prospects each sender gets. */
export const routingSection = ({ routing }: Results): Html | null => {
  const bySender = new Map<string, { prospects: number; inbox: number }>()
  for (const { inboxRate, prospects, sender } of routing) {
    const sum = bySender.get(sender) ?? { prospects: 0, inbox: 0 }
    bySender.set(sender, { prospects: sum.prospects + prospects, inbox: sum.inbox + prospects * inboxRate })
  }
  return bySender.size === 0
    ? null
    : html`<section aria-labelledby="routing">
        <h2 id="routing">Who should send how much</h2>
        <table>
          <caption class="hidden">
            Prospects per sender in the best routing
          </caption>
          <thead>
            <tr>
              <th scope="col">Sender</th>
              <th scope="col">Prospects</th>
              <th scope="col">Expected in the inbox</th>
            </tr>
          </thead>
          <tbody>
            ${[...bySender].map(
              ([sender, { inbox, prospects }]) =>
                html`<tr>
                  <th scope="row">${sender}</th>
                  <td class="number" data-label="Prospects">${whole(prospects)}</td>
                  <td class="number" data-label="Expected in the inbox">${percent(inbox / prospects)}</td>
                </tr>`
            )}
          </tbody>
        </table>
      </section>`
}

const suggestion = ({
  domain,
  expectedInboxGain,
  record,
  severity,
  title,
  why
}: Results["suggestions"][number]): Html =>
  html`<li>
    <h3>${title}</h3>
    <p class="soft">
      ${domain ?? "The whole campaign"},
      ${severity}${expectedInboxGain >= 0.5 ? `, about ${whole(expectedInboxGain)} more in inboxes` : ""}
    </p>
    <p>${why}</p>
    ${record === null ? null : html`<pre tabindex="0" aria-label="DNS record"><code>${record.host} ${record.type} ${record.value}</code></pre>`}
  </li>`

/** Suggested changes, with the DNS record where there is one. */
export const suggestionsSection = ({ suggestions }: Results): Html =>
  html`<section aria-labelledby="suggestions">
    <h2 id="suggestions">What to change</h2>
    ${
      suggestions.length === 0
        ? html`<p>We found nothing to fix in DNS.</p>`
        : html`<ol class="suggestions">
            ${suggestions.map(suggestion)}
          </ol>`
    }
  </section>`

/** The data behind the prediction, and what it does not cover. */
export const qualitySection = ({ dataQuality, modelVersion }: Results): Html => {
  const { hiddenFilterPossible, incompleteSenders, notSeen, recognised, unansweredDomains, unknownDomains } =
    dataQuality
  return html`<section aria-labelledby="quality">
    <h2 id="quality">Data quality</h2>
    <dl class="facts">
      <div>
        <dt>Receivers recognised</dt>
        <dd>${percent(recognised)}</dd>
      </div>
      <div>
        <dt>Domains without a DNS response</dt>
        <dd>${whole(unansweredDomains)}</dd>
      </div>
      <div>
        <dt>Domains of unknown kind</dt>
        <dd>${whole(unknownDomains)}</dd>
      </div>
      <div>
        <dt>Senders with incomplete data</dt>
        <dd>${whole(incompleteSenders)}</dd>
      </div>
      <div>
        <dt>Hidden filters possible</dt>
        <dd>${whole(hiddenFilterPossible)} prospects</dd>
      </div>
      <div>
        <dt>Not measured</dt>
        <dd>${notSeen.join(", ")}</dd>
      </div>
      <div>
        <dt>Model</dt>
        <dd>${modelVersion}</dd>
      </div>
    </dl>
  </section>`
}
