import type { Domain, DomainStatus, UrlMonitor, UrlStatus } from "@mon/model"
import { type Html, html } from "../page/Html.ts"
import { agoOr } from "../page/time.ts"

/** Monitors per page of each list. */
export const PER_PAGE = 50

interface StateLabel {
  /** Distinguishes states without colour. */
  readonly sign: string
  readonly word: string
}

const stateLabels: Readonly<Record<DomainStatus | UrlStatus, StateLabel>> = {
  up: { sign: "●", word: "Up" },
  active: { sign: "●", word: "Unchanged" },
  down: { sign: "▼", word: "Down" },
  error: { sign: "▼", word: "Error" },
  changed: { sign: "◆", word: "Changed" },
  unknown: { sign: "○", word: "Unknown" },
  paused: { sign: "Ⅱ", word: "Paused" }
}

/** The state of a monitor as a sign, a word and a colour. */
const state = (name: DomainStatus | UrlStatus): Html =>
  html`<span class="state ${name}"
    ><span aria-hidden="true">${stateLabels[name].sign}</span> ${stateLabels[name].word}</span
  >`

/**
 * Links to the previous and next page, if there are several. `list` is both the query parameter and the heading's id.
 */
const pager = (list: string, at: number, total: number, limit: number): Html | null => {
  const pages = Math.max(1, Math.ceil(total / limit))
  if (pages === 1 && at === 1) return null
  const to = (number: number, label: string): Html => html`<a href="/overview?${list}=${number}#${list}">${label}</a>`
  return html`<nav class="pager" aria-label="Pages of ${list}">
    ${at > 1 ? to(Math.min(at - 1, pages), "Newer") : null}
    <span>Page ${at} of ${pages}</span>${at < pages ? to(at + 1, "Older") : null}
  </nav>`
}

/** Rounded down, so that 100 % means no downtime at all. */
const percent = (value: number | null): string | null =>
  value === null ? null : `${(Math.floor(value * 100) / 100).toFixed(2)} %`

const cell = (label: string, value: string | null): Html =>
  value === null
    ? html`<td class="none" data-label="${label}">–</td>`
    : html`<td class="number" data-label="${label}">${value}</td>`

/** The zone of the person, and the time of the request. */
export interface Reader {
  readonly zone: string
  readonly nowMs: number
}

const domainRow = (domain: Domain, { nowMs, zone }: Reader): Html =>
  html`<tr>
    <th scope="row">
      <a href="${domain.url}" rel="noreferrer">${domain.name}</a
      >${domain.name === domain.hostname ? null : html`<span class="under">${domain.hostname}</span>`}
    </th>
    <td data-label="State">${state(domain.status)}</td>
    <td data-label="Last check">
      ${agoOr(domain.lastCheckedAt, zone, nowMs)}${domain.lastError === null ? null : html`<span class="under">${domain.lastError.message}</span>`}
    </td>
    ${cell("Response time", domain.lastResponseTimeMs === null ? null : `${domain.lastResponseTimeMs} ms`)}
    ${cell("Uptime, 30 days", percent(domain.uptime.last30d))}
    ${cell("Email", domain.emailHealth === null ? null : `Grade ${domain.emailHealth.grade}`)}
  </tr>`

const urlRow = (monitor: UrlMonitor, { nowMs, zone }: Reader): Html =>
  html`<tr>
    <th scope="row"><a href="${monitor.url}" rel="noreferrer">${monitor.name}</a></th>
    <td data-label="State">${state(monitor.isPaused ? "paused" : monitor.status)}</td>
    <td data-label="Last check">
      ${agoOr(monitor.lastCheckedAt, zone, nowMs)}${monitor.lastError === null ? null : html`<span class="under">${monitor.lastError.message}</span>`}
    </td>
    <td data-label="Last change">${agoOr(monitor.lastChangedAt, zone, nowMs)}</td>
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

export const domainSection = (
  { items, total }: { readonly items: ReadonlyArray<Domain>; readonly total: number },
  at: number,
  reader: Reader
): Html =>
  html`<section aria-labelledby="domains">
    <h2 id="domains">Domains</h2>
    ${
      total === 0
        ? html`<p>
            You have no domains yet. Add one through the <a href="/docs">API</a>:
            <code>POST /api/v1/domains</code> with your <a href="/settings">key</a>.
          </p>`
        : html`${table(
            "Domains and their state",
            ["Domain", "State", "Last check", "Response time", "Uptime, 30 days", "Email"],
            items.map((one) => domainRow(one, reader))
          )}${pager("domains", at, total, PER_PAGE)}`
    }
  </section>`

export const urlSection = (
  { items, total }: { readonly items: ReadonlyArray<UrlMonitor>; readonly total: number },
  at: number,
  reader: Reader
): Html =>
  html`<section aria-labelledby="urls">
    <h2 id="urls">URLs</h2>
    ${
      total === 0
        ? html`<p>You have no URL monitors yet. Add one with <code>POST /api/v1/urls</code>.</p>`
        : html`${table(
            "URLs and their state",
            ["URL", "State", "Last check", "Last change"],
            items.map((one) => urlRow(one, reader))
          )}${pager("urls", at, total, PER_PAGE)}`
    }
  </section>`
