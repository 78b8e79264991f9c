import { durationText } from "@mon/alerts"
import { Accounts, Domains, Incidents, type MonitorCounts, AccountSummary, UrlMonitors } from "@mon/core-store"
import type { Domain, Incident, UrlMonitor } from "@mon/model"
import { Effect } from "effect"
import type { Session } from "../../people/currentSession.ts"
import { notice } from "../Form.ts"
import { frameOf } from "../Frame.ts"
import { html, type Html } from "../Html.ts"
import { page } from "../Page.ts"
import type { PageRequest } from "../PageRoute.ts"
import { timeOr, time } from "../time.ts"
import { pager } from "./pager.ts"
import { state } from "./state.ts"

/** What the overview works with. */
export type OverviewServices = Accounts | Domains | Incidents | AccountSummary | UrlMonitors

/** Monitors on a page of each list. */
const PER_PAGE = 50
/** Incidents that are asked for: open ones are the newest nearly always. */
const INCIDENTS = 50

const done: Readonly<Record<string, string>> = {
  welcome: "Welcome. Your account is ready.",
  password: "Your password is set, and you are signed in.",
  joined: "You are in."
}

const tile = (label: string, value: number, tone = ""): Html =>
  html`<div class="tile ${value > 0 ? tone : ""}">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`

const tiles = ({ domains, urls }: MonitorCounts, isOwner: boolean): Html =>
  html`<dl class="tiles">
    ${tile("Up", domains.up, "up")}${tile("Down", domains.down, "down")}${tile("Not known yet", domains.unknown)}${tile("Paused", domains.paused)}${
      isOwner ? [tile("URLs changed", urls.changed, "changed"), tile("URLs with errors", urls.error, "down")] : null
    }
  </dl>`

const incident = (
  { domainName, durationSeconds, startedAt, triggerError, triggerStatusCode }: Incident,
  zone: string
): Html =>
  html`<li>
    <strong>${domainName}</strong> is down since ${time(startedAt, zone)}, for ${durationText(durationSeconds)}.
    <span class="soft"
      >${triggerError?.message ?? (triggerStatusCode === null ? "" : `Status ${triggerStatusCode}.`)}</span
    >
  </li>`

const incidentSection = (incidents: ReadonlyArray<Incident>, zone: string): Html =>
  html`<section aria-labelledby="incidents">
    <h2 id="incidents">Open incidents</h2>
    ${
      incidents.length === 0
        ? html`<p>None: everything that is watched and known is up.</p>`
        : html`<ul class="incidents">
            ${incidents.map((one) => incident(one, zone))}
          </ul>`
    }
  </section>`

/** Rounded down: what was down for a moment was not up all the time. */
const percent = (value: number | null): string | null =>
  value === null ? null : `${(Math.floor(value * 100) / 100).toFixed(2)} %`

const cell = (label: string, value: string | null): Html =>
  value === null
    ? html`<td class="none" data-label="${label}">–</td>`
    : html`<td class="number" data-label="${label}">${value}</td>`

const domainRow = (domain: Domain, zone: string): Html =>
  html`<tr>
    <th scope="row">
      <a href="${domain.url}" rel="noreferrer">${domain.name}</a
      >${domain.name === domain.hostname ? null : html`<span class="under">${domain.hostname}</span>`}
    </th>
    <td data-label="State">${state(domain.status)}</td>
    <td data-label="Last look">
      ${timeOr(domain.lastCheckedAt, zone)}${domain.lastError === null ? null : html`<span class="under">${domain.lastError.message}</span>`}
    </td>
    ${cell("Answers in", domain.lastResponseTimeMs === null ? null : `${domain.lastResponseTimeMs} ms`)}
    ${cell("Up, 30 days", percent(domain.uptime.last30d))}
    ${cell("E-mail", domain.emailHealth === null ? null : `Grade ${domain.emailHealth.grade}`)}
  </tr>`

const urlRow = (monitor: UrlMonitor, zone: string): Html =>
  html`<tr>
    <th scope="row"><a href="${monitor.url}" rel="noreferrer">${monitor.name}</a></th>
    <td data-label="State">${state(monitor.isPaused ? "paused" : monitor.status)}</td>
    <td data-label="Last look">
      ${timeOr(monitor.lastCheckedAt, zone)}${monitor.lastError === null ? null : html`<span class="under">${monitor.lastError.message}</span>`}
    </td>
    <td data-label="Last change">${timeOr(monitor.lastChangedAt, zone)}</td>
  </tr>`

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
      ${rows}
    </tbody>
  </table>`

const domainSection = (
  { items, total }: { readonly items: ReadonlyArray<Domain>; readonly total: number },
  at: number,
  zone: string
): Html =>
  html`<section aria-labelledby="domains">
    <h2 id="domains">Domains</h2>
    ${
      total === 0
        ? html`<p>
            No domain is watched yet. Add one through the <a href="/docs">API</a>:
            <code>POST /api/v1/domains</code> with your <a href="/settings">key</a>.
          </p>`
        : html`${table(
            "Domains and their state",
            ["Domain", "State", "Last look", "Answers in", "Up, 30 days", "E-mail"],
            items.map((one) => domainRow(one, zone))
          )}${pager("domains", at, total, PER_PAGE)}`
    }
  </section>`

const urlSection = (
  { items, total }: { readonly items: ReadonlyArray<UrlMonitor>; readonly total: number },
  at: number,
  zone: string
): Html =>
  html`<section aria-labelledby="urls">
    <h2 id="urls">URLs</h2>
    ${
      total === 0
        ? html`<p>No URL is watched yet: <code>POST /api/v1/urls</code>.</p>`
        : html`${table(
            "URLs and their state",
            ["URL", "State", "Last look", "Last change"],
            items.map((one) => urlRow(one, zone))
          )}${pager("urls", at, total, PER_PAGE)}`
    }
  </section>`

const pageOf = (request: PageRequest, name: string): number => {
  const number = Number(request.query.get(name) ?? "1")
  return Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1
}

/** The state of everything that somebody may see, incidents first. */
export const showOverview = Effect.fn("showOverview")(function* (request: PageRequest, session: Session) {
  const { viewer } = session
  const isOwner = viewer.role === "owner"
  const { timezone } = yield* (yield* Accounts).settings(viewer)
  const counts = yield* (yield* AccountSummary).counts(viewer)
  const open = (yield* (yield* Incidents).recent(viewer, INCIDENTS)).filter(({ status }) => status === "open")
  const at = pageOf(request, "domains")
  const domains = yield* (yield* Domains).list(viewer, { page: at, limit: PER_PAGE })
  const urlsAt = pageOf(request, "urls")
  const urls = isOwner ? yield* (yield* UrlMonitors).list(viewer, { page: urlsAt, limit: PER_PAGE }) : null
  return page({
    title: counts.domains.down > 0 ? `${counts.domains.down} down` : "Overview",
    frame: frameOf(request, session),
    body: html`<main>
      <h1>Overview</h1>
      ${notice(done[request.query.get("done") ?? ""])} ${tiles(counts, isOwner)} ${incidentSection(open, timezone)}
      ${domainSection(domains, at, timezone)} ${urls === null ? null : urlSection(urls, urlsAt, timezone)}
    </main>`
  })
})
