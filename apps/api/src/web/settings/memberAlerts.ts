import { attributes } from "../page/Form.ts"
import { MailPreferences } from "@mon/core-store"
import { Effect } from "effect"
import type { Session } from "../../auth/currentSession.ts"
import { html } from "../page/Html.ts"

/** Lets members choose whether to get alerts by email. Owners always get them. */
export const memberAlertsSection = Effect.fn("memberAlertsSection")(function* ({ principal, viewer }: Session) {
  if (principal.role === "owner") return null
  const isEnabled = yield* (yield* MailPreferences).alertsByMail(viewer)
  return html`<section aria-labelledby="member-alerts">
    <h2 id="member-alerts">Emails to you</h2>
    <form method="post" action="/settings/alerts-by-mail">
      <div class="check">
        <input${attributes({ type: "checkbox", id: "alerts-by-mail", name: "wanted", value: "yes", checked: isEnabled })}>
        <label for="alerts-by-mail">Email me about alerts of domains and pages that are shared with me</label>
      </div>
      <button type="submit">Save</button>
    </form>
  </section>`
})

export const takeMemberAlertsForm = Effect.fn("takeMemberAlertsForm")(function* (
  { viewer }: Session,
  form: URLSearchParams
) {
  yield* (yield* MailPreferences).setAlertsByMail(viewer, form.get("wanted") === "yes")
})
