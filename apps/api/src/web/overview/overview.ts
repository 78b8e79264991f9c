import { durationText } from "@mon/alerts"
import { Accounts, Domains, Incidents, type MonitorCounts, AccountSummary, UrlMonitors } from "@mon/core-store"
import type { Incident } from "@mon/model"
import { Clock, Effect } from "effect"
import type { Session } from "../../auth/currentSession.ts"
import { arrivals, isArrival } from "../page/arrival.ts"
import { DASHBOARD_PATH } from "../page/dashboardPaths.ts"
import { notice } from "../page/Form.ts"
import { frameOf } from "../page/session.ts"
import { html, type Html } from "../page/Html.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageRoute.ts"
import { time } from "../page/time.ts"
import { domainSection, PER_PAGE, urlSection } from "./monitorTables.ts"

/** The services that the overview needs. */
export type OverviewServices = Accounts | Domains | Incidents | AccountSummary | UrlMonitors

/** How many recent incidents to load: open ones are almost always among the newest. */
const INCIDENTS = 50

const tile = (label: string, value: number, tone = ""): Html =>
  html`<div class="tile ${value > 0 ? tone : ""}">
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`

const tiles = ({ domains, urls }: MonitorCounts, showsUrls: boolean): Html =>
  html`<dl class="tiles">
    ${tile("Up", domains.up, "up")}${tile("Down", domains.down, "down")}${tile("Unknown", domains.unknown)}${tile("Paused", domains.paused)}${
      showsUrls ? [tile("URLs changed", urls.changed, "changed"), tile("URLs with errors", urls.error, "down")] : null
    }
  </dl>`

const incident = (
  { domainName, durationSeconds, startedAt, triggerError, triggerStatusCode }: Incident,
  zone: string
): Html =>
  html`<li>
    <strong>${domainName}</strong> has been down for ${durationText(durationSeconds)}, since ${time(startedAt, zone)}.
    <span class="soft"
      >${triggerError?.message ?? (triggerStatusCode === null ? "" : `Status ${triggerStatusCode}.`)}</span
    >
  </li>`

const incidentSection = (incidents: ReadonlyArray<Incident>, zone: string): Html =>
  html`<section aria-labelledby="incidents">
    <h2 id="incidents">Open incidents</h2>
    ${
      incidents.length === 0
        ? html`<p>No open incidents.</p>`
        : html`<ul class="incidents">
            ${incidents.map((one) => incident(one, zone))}
          </ul>`
    }
  </section>`

/** Instead of empty lists. */
const nothingYet = (isOwner: boolean): Html =>
  isOwner
    ? html`<p class="lead">Nothing is monitored yet.</p>
        <p><a class="button" href="${DASHBOARD_PATH}/add">Add your first domain</a></p>
        <p>Or add it through the <a href="/docs">API</a>: <code>POST /api/v1/domains</code>.</p>`
    : html`<p class="lead">Nothing is shared with you yet. Ask the owner of the account to share a domain or a page.</p>`

const pageOf = (request: PageRequest, name: string): number => {
  const number = Number(request.query.get(name) ?? "1")
  return Number.isInteger(number) && number >= 1 && number <= 1_000_000 ? number : 1
}

/** The state of every monitor that a person may see, incidents first. */
export const showOverview = Effect.fn("showOverview")(function* (request: PageRequest, session: Session) {
  const { viewer } = session
  const isOwner = viewer.role === "owner"
  const { timezone } = yield* (yield* Accounts).settings(viewer)
  const counts = yield* (yield* AccountSummary).counts(viewer)
  const open = (yield* (yield* Incidents).recent(viewer, { limit: INCIDENTS, state: "open" })) ?? []
  const at = pageOf(request, "domains")
  const domains = yield* (yield* Domains).list(viewer, { page: at, limit: PER_PAGE })
  const urlsAt = pageOf(request, "urls")
  const showsUrls = isOwner || counts.urls.total > 0
  const urls = showsUrls ? yield* (yield* UrlMonitors).list(viewer, { page: urlsAt, limit: PER_PAGE }) : null
  const done = request.query.get("done")
  const reader = { zone: timezone, nowMs: yield* Clock.currentTimeMillis }
  return page({
    title: counts.domains.down > 0 ? `${counts.domains.down} down` : "Overview",
    frame: frameOf(request, session),
    body: html`<main>
      <h1>Overview</h1>
      ${isArrival(done) ? notice(arrivals[done]) : null}
      ${
        counts.domains.total + counts.urls.total === 0
          ? nothingYet(isOwner)
          : html`${tiles(counts, showsUrls)} ${incidentSection(open, timezone)}
            ${domainSection(domains, at, reader)} ${urls === null ? null : urlSection(urls, urlsAt, reader)}`
      }
    </main>`
  })
})
