import { type RefusedAddresses, type Secrets, Sessions } from "@mon/core-store"
import type { OutgoingMail } from "@mon/notifications"
import { html } from "@mon/status-page"
import { Effect } from "effect"
import { SETTINGS_PATH } from "../page/dashboardPaths.ts"
import { errorSummary, titled } from "../page/Form.ts"
import { browserLanguage } from "../page/language.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageEndpoint } from "../page/PageEndpoint.ts"
import { frameOf, sessionForm } from "../page/session.ts"
import { card } from "../signIn/passwordForm.ts"
import { returnPath } from "../signIn/returnPath.ts"
import type { PeopleServices } from "../signIn/services.ts"
import { REFUSED_ADDRESS_PATH, takeRefusedAddressForm } from "./refusedAddresses.ts"
import { refusedAddressWords } from "./refusedAddressWords.ts"

export type SettingsServices = OutgoingMail | PeopleServices | RefusedAddresses | Secrets

/** The endpoints to which the dashboard's settings post forms. The dashboard itself shows the settings. */
export const settingsEndpoints: ReadonlyArray<PageEndpoint<SettingsServices>> = [
  // Bookmarks, and emails from earlier versions, still contain this path.
  { method: "GET", path: "/settings", handle: () => Effect.succeed(seeOther(SETTINGS_PATH)) },
  sessionForm(
    REFUSED_ADDRESS_PATH,
    "refusedAddress.ask",
    Effect.fnUntraced(function* (request, session, form) {
      const language = browserLanguage(request)
      const { back, title } = refusedAddressWords[language]
      const errors = yield* takeRefusedAddressForm(session, form, language)
      const path = `${SETTINGS_PATH}/alerts`
      return errors.length === 0
        ? seeOther(`${path}?done=link`)
        : page({
            title: titled(title, errors, language),
            language,
            status: 400,
            frame: frameOf(request, session),
            body: card(title, html`${errorSummary(errors, language)}<p><a href="${path}">${back}</a></p>`)
          })
    })
  ),
  sessionForm(
    "/settings/sessions",
    "session.closeOthers",
    Effect.fnUntraced(function* (_, { tokenHash, viewer }, form) {
      yield* (yield* Sessions).closeOthers(viewer, tokenHash)
      const next = returnPath(form.get("next"))
      return seeOther(next === "/" ? `${SETTINGS_PATH}/profile?done=sessions` : next)
    })
  )
]
