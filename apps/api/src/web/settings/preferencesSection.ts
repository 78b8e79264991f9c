import { Accounts } from "@mon/core-store"
import { isTimeZone, type Settings } from "@mon/model"
import { Effect } from "effect"
import type { Session } from "../../auth/currentSession.ts"
import type { Fault } from "../page/Form.ts"
import { html, type Html } from "../page/Html.ts"

/** The runtime's names, and the one that says no place. */
const zones = [...new Set(["UTC", ...Intl.supportedValuesOf("timeZone")])]

const optionOf =
  (chosen: string) =>
  (zone: string): Html =>
    zone === chosen ? html`<option selected>${zone}</option>` : html`<option>${zone}</option>`

/** Time zone and weekly report: the person's own. */
export const preferencesSection = ({ timezone, weeklyReportEnabled }: Settings, faults: ReadonlyArray<Fault>): Html => {
  const fault = faults.find(({ field }) => field === "timezone")
  const listed = zones.includes(timezone) ? zones : [timezone, ...zones]
  return html`<section aria-labelledby="preferences">
    <h2 id="preferences">Times and reports</h2>
    <form method="post" action="/settings/preferences">
      <div class="field">
        <label for="timezone">Time zone</label>
        ${fault === undefined ? null : html`<p class="fault" id="timezone-fault">${fault.message}</p>`}
        <select
          id="timezone"
          name="timezone"
          autocomplete="off"
          ${fault === undefined ? null : html` aria-invalid="true" aria-describedby="timezone-fault"`}
        >
          ${listed.map(optionOf(timezone))}
        </select>
      </div>
      <div class="check">
        <input type="checkbox" id="weekly" name="weekly" value="yes" ${weeklyReportEnabled ? html` checked` : null} />
        <label for="weekly">Mail me a report every Monday at 08:00</label>
      </div>
      <button type="submit">Save</button>
    </form>
  </section>`
}

const unknown: Fault = { field: "timezone", message: "Choose a time zone from the list." }

/** Saves both; returns what is wrong. */
export const takePreferencesForm = Effect.fn("takePreferencesForm")(function* (
  { viewer }: Session,
  form: URLSearchParams
) {
  const timezone = form.get("timezone") ?? ""
  if (!isTimeZone(timezone)) return [unknown]
  yield* (yield* Accounts).updateSettings(viewer, { timezone, weeklyReportEnabled: form.get("weekly") === "yes" })
  return []
})

/** The pause of all alerts: the account's, so only its owner can change it. */
export const alertsSection = ({ notificationsPaused }: Settings, { principal }: Session): Html =>
  html`<section aria-labelledby="alerts">
    <h2 id="alerts">Alerts</h2>
    <p>
      ${notificationsPaused ? html`<strong>Paused.</strong> Checking goes on, but nobody is told.` : "Alerts are sent."}
    </p>
    ${
      principal.role === "owner"
        ? html`<form method="post" action="/settings/notifications">
            <input type="hidden" name="paused" value="${notificationsPaused ? "no" : "yes"}" />
            <button class="second" type="submit">
              ${notificationsPaused ? "Send alerts again" : "Pause all alerts"}
            </button>
          </form>`
        : html`<p class="hint">Only the owner of the account can change this.</p>`
    }
  </section>`
