import { MailPreferences } from "@mon/core-store"
import { Effect } from "effect"
import type { Session } from "../../auth/currentSession.ts"
import { html } from "../page/Html.ts"

/** Whether a member gets emails about the domains shared with it; the owner always does. */
export const memberAlertsSection = Effect.fn("memberAlertsSection")(function* ({ principal, viewer }: Session) {
  if (principal.role === "owner") return null
  const wanted = yield* (yield* MailPreferences).alertsByMail(viewer)
  return html`<section aria-labelledby="member-alerts">
    <h2 id="member-alerts">Mails to you</h2>
    <form method="post" action="/settings/alerts-by-mail">
      <div class="check">
        <input type="checkbox" id="alerts-by-mail" name="wanted" value="yes" ${wanted ? html` checked` : null} />
        <label for="alerts-by-mail">Mail me when something happens to a domain that is shared with me</label>
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
