import { durationText } from "@mon/alerts"
import type {
  AccountByUse,
  FactsOfService,
  LiveLocation,
  ServiceStanding,
  StoredQueue,
  UnsentCount
} from "@mon/core-store"
import { type Html, html } from "@mon/status-page"
import { type Frame, page } from "../page/Page.ts"

export const OPERATOR_PATH = "/operator"

export const SHOWN = 50

export interface ServiceState {
  readonly facts: FactsOfService
  readonly locations: ReadonlyArray<LiveLocation>
  readonly standing: ServiceStanding
  /** The delay of the most overdue check, in milliseconds. */
  readonly oldestDueMs: number
  readonly queues: ReadonlyArray<StoredQueue>
  readonly unsent: ReadonlyArray<UnsentCount>
  readonly accounts: ReadonlyArray<AccountByUse>
}

const whole = new Intl.NumberFormat("en", { maximumFractionDigits: 0 })

const MIB = 1_048_576

const sum = (values: ReadonlyArray<number>): number => values.reduce((total, value) => total + value, 0)

const tile = (label: string, value: number, isBad = false): Html =>
  html`<div class="${isBad ? "tile down" : "tile"}">
    <dt>${label}</dt>
    <dd>${whole.format(value)}</dd>
  </div>`

const fact = (label: string, value: string | Html): Html =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`

const number = (label: string, value: number): Html =>
  html`<td class="number" data-label="${label}">${whole.format(value)}</td>`

const table = (caption: string, columns: ReadonlyArray<string>, rows: ReadonlyArray<Html>): Html =>
  html`<table>
      <caption class="hidden">
        ${caption}
      </caption>
      <thead>
        <tr>
          ${columns.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.slice(0, SHOWN)}
      </tbody>
    </table>
    ${rows.length > SHOWN ? html`<p class="hint">${whole.format(rows.length - SHOWN)} more are not shown.</p>` : null}`

const command = (text: string): Html => html`<code>mon-server ${text}</code>`

/** Renders the names of alerts. Each alert has a section in `docs/operations/runbooks.md`. */
const runbooks = (...alerts: ReadonlyArray<string>): Html =>
  html`<p class="hint">
    Runbooks: ${alerts.map((alert, at) => html`${at === 0 ? null : ", "}<code>${alert}</code>`)}.
  </p>`

const checks = ({ locations, oldestDueMs, standing }: ServiceState): Html =>
  html`<section aria-labelledby="checks">
    <h2 id="checks">Checks</h2>
    <dl class="facts">
      ${fact(
        "Workers",
        locations.length === 0
          ? "No workers are running, so nothing is being checked."
          : locations.map(({ location, workers }) => `${location}: ${workers}`).join(", ")
      )}
      ${fact("Most overdue check", oldestDueMs < 1_000 ? "No checks are overdue." : durationText(oldestDueMs / 1_000))}
      ${standing.networkInDoubt.length === 0 ? null : fact("Network in doubt", standing.networkInDoubt.join(", "))}
      ${standing.storesEmails ? fact("Emails", "No mail server is configured, so emails are stored in the outbox.") : null}
    </dl>
    ${runbooks("MonNoWorker", "MonChecksLate", "MonOwnNetworkInDoubt")}
  </section>`

const jobs = ({ queues }: ServiceState): Html =>
  html`<section aria-labelledby="queues">
    <h2 id="queues">Queues</h2>
    ${
      queues.length === 0
        ? html`<p>No worker has declared a queue yet.</p>`
        : table(
            "Queues and their jobs",
            ["Queue", "Waiting", "Running", "Dead"],
            queues.map(
              ({ dead, queue, running, waiting }) =>
                html`<tr>
                  <th scope="row">${queue}</th>
                  ${number("Waiting", waiting)}${number("Running", running)}${number("Dead", dead)}
                </tr>`
            )
          )
    }
    <p>Read and repeat dead jobs with ${command("queue jobs")} and ${command("queue repeat")}.</p>
    ${runbooks("MonJobsGivenUp", "MonQueueLong")}
  </section>`

const messages = ({ unsent }: ServiceState): Html =>
  html`<section aria-labelledby="messages">
    <h2 id="messages">Unsent messages</h2>
    ${
      unsent.length === 0
        ? html`<p>Every message has been sent.</p>`
        : html`${table(
            "Accounts with unsent messages",
            ["Account", "Channel", "Waiting", "Failed"],
            unsent.map(
              ({ account, channel, failed, kind, waiting }) =>
                html`<tr>
                    <th scope="row">${account}</th>
                    <td data-label="Channel">${kind ?? channel}</td>
                    ${number("Waiting", waiting)}${number("Failed", failed)}
                  </tr>`
            )
          )}
            <p>Read and repeat them with ${command("deliveries list")} and ${command("deliveries repeat")}.</p>`
    }
    ${runbooks("MonDeliveriesFail", "MonChannelsFail", "MonDeliveriesWait")}
  </section>`

const busiest = ({ accounts }: ServiceState): Html =>
  html`<section aria-labelledby="accounts">
    <h2 id="accounts">Accounts with the most checks</h2>
    ${
      accounts.length === 0
        ? html`<p>There are no accounts.</p>`
        : table(
            "Accounts with plan and usage",
            ["Account", "Plan", "Monitors", "Checks per day"],
            accounts.map(
              ({ checksPerDay, email, monitors, plan }) =>
                html`<tr>
                  <th scope="row">${email}</th>
                  <td data-label="Plan">${plan}</td>
                  ${number("Monitors", monitors)}${number("Checks per day", checksPerDay)}
                </tr>`
            )
          )
    }
    <p>See what an account uses with ${command("accounts show --email")}.</p>
  </section>`

const database = ({ facts: { databaseBytes, migration, postgresql } }: ServiceState): Html =>
  html`<section aria-labelledby="database">
    <h2 id="database">Database</h2>
    <dl class="facts">
      ${fact("PostgreSQL", postgresql)}${fact("Size", `${whole.format(databaseBytes / MIB)} MiB`)}${fact("Newest migration", html`<code>${migration}</code>`)}
    </dl>
    <p>Check the installation with ${command("doctor")}. Mon does not record when you back it up.</p>
  </section>`

/** Renders the state of the service. Shows only data that `mon-server` can also print. */
export const operatorPage = (frame: Frame, state: ServiceState) => {
  const { facts, locations, queues, unsent } = state
  const dead = sum(queues.map((queue) => queue.dead))
  const failed = sum(unsent.map((one) => one.failed))
  const workers = sum(locations.map((location) => location.workers))
  return page({
    title: "Operator",
    frame,
    body: html`<main>
      <h1>Operator</h1>
      <dl class="tiles">
        ${tile("Accounts", facts.accounts)}${tile("Suspended", facts.suspended)}${tile("Being deleted", facts.ending)}${tile("Workers", workers, workers === 0)}${tile("Dead jobs", dead, dead > 0)}${tile("Failed messages", failed, failed > 0)}
      </dl>
      ${checks(state)}${jobs(state)}${messages(state)}${busiest(state)}${database(state)}
      <p class="hint">
        Only the people in <code>MON_OPERATOR_EMAILS</code> see this page. Nothing can be changed here. The runbooks are in
        <code>docs/operations/runbooks.md</code>.
      </p>
    </main>`
  })
}
