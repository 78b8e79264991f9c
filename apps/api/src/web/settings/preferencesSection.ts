import { Accounts } from "@mon/core-store"
import { isTimeZone, type Settings, timeZones } from "@mon/model"
import { Effect } from "effect"
import type { Session } from "../../auth/currentSession.ts"
import { attributes, type FormError } from "../page/Form.ts"
import { html, type Html } from "../page/Html.ts"

const optionOf =
  (chosen: string) =>
  (zone: string): Html =>
    zone === chosen ? html`<option selected>${zone}</option>` : html`<option>${zone}</option>`

/** A person's time zone and weekly report. */
export const preferencesSection = (
  { timezone, weeklyReportEnabled }: Settings,
  errors: ReadonlyArray<FormError>
): Html => {
  const error = errors.find(({ field }) => field === "timezone")
  const listed = timeZones.includes(timezone) ? timeZones : [timezone, ...timeZones]
  return html`<section aria-labelledby="preferences">
    <h2 id="preferences">Times and reports</h2>
    <form method="post" action="/settings/preferences">
      <div class="field">
        <label for="timezone">Time zone</label>
        ${error === undefined ? null : html`<p class="field-error" id="timezone-error">${error.message}</p>`}
        <select${attributes({
          id: "timezone",
          name: "timezone",
          autocomplete: "off",
          "aria-invalid": error === undefined ? undefined : "true",
          "aria-describedby": error === undefined ? undefined : "timezone-error"
        })}>
          ${listed.map(optionOf(timezone))}
        </select>
      </div>
      <div class="check">
        <input${attributes({ type: "checkbox", id: "weekly", name: "weekly", value: "yes", checked: weeklyReportEnabled })}>
        <label for="weekly">Email me a report every Monday at 08:00</label>
      </div>
      <button type="submit">Save</button>
    </form>
  </section>`
}

const unknown: FormError = { field: "timezone", message: "Choose a time zone from the list." }

/** Saves the preferences, or returns the form's errors. */
export const takePreferencesForm = Effect.fn("takePreferencesForm")(function* (
  { viewer }: Session,
  form: URLSearchParams
) {
  const timezone = form.get("timezone") ?? ""
  if (!isTimeZone(timezone)) return [unknown]
  yield* (yield* Accounts).updateSettings(viewer, { timezone, weeklyReportEnabled: form.get("weekly") === "yes" })
  return []
})

/** Pauses all alerts of the account, which only its owner may do. */
export const alertsSection = ({ notificationsPaused }: Settings, { principal }: Session): Html =>
  html`<section aria-labelledby="alerts">
    <h2 id="alerts">Alerts</h2>
    <p>
      ${notificationsPaused ? html`<strong>Paused.</strong> Checks continue, but no alerts are sent.` : "Alerts are sent."}
    </p>
    ${
      principal.role === "owner"
        ? html`<form method="post" action="/settings/notifications">
            <input type="hidden" name="paused" value="${notificationsPaused ? "no" : "yes"}" />
            <button class="second" type="submit">
              ${notificationsPaused ? "Resume alerts" : "Pause all alerts"}
            </button>
          </form>`
        : html`<p class="hint">Only the owner of the account can change this.</p>`
    }
  </section>`
