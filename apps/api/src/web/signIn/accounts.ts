import { type AccountChoice, Sessions } from "@mon/core-store"
import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import { anySession, type Session } from "../../auth/currentSession.ts"
import { keepSession } from "../../auth/SessionCookie.ts"
import { hashOf, makeToken } from "../../auth/Token.ts"
import { frameOf, sessionForm, toSignIn } from "../page/session.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageEndpoint } from "../page/PageEndpoint.ts"
import { card } from "./passwordForm.ts"
import type { PeopleServices } from "./services.ts"

const roles = { owner: "owner", member: "member" } as const

const choice = (session: Session, { membershipId, ownerEmail, role }: AccountChoice): Html =>
  html`<li>
    ${
      session.principal.membershipId === membershipId
        ? html`<span class="chosen"
            ><strong>${ownerEmail}</strong> <span class="soft">(${roles[role]}), current</span></span
          >`
        : html`<form method="post" action="/accounts">
            <input type="hidden" name="membership" value="${membershipId}" />
            <button class="second" type="submit">${ownerEmail} <span class="soft">(${roles[role]})</span></button>
          </form>`
    }
  </li>`

const showAccounts: PageEndpoint<PeopleServices> = {
  method: "GET",
  path: "/accounts",
  handle: Effect.fnUntraced(function* (request) {
    const session = yield* anySession(request)
    if (session === null) return toSignIn(request)
    const choices = yield* (yield* Sessions).accounts(session.viewer)
    return page({
      title: "Your accounts",
      frame: frameOf(request, session),
      body: card(
        "Your accounts",
        html`<p>
            You belong to ${choices.length === 1 ? "one account" : `${choices.length} accounts`}. Choose which one to view.
          </p>
          <ul class="choices">
            ${choices.map((one) => choice(session, one))}
          </ul>`
      )
    })
  })
}

const switchAccount = sessionForm(
  "/accounts",
  "session.switchAccount",
  Effect.fnUntraced(function* (request, session, form) {
    const token = yield* makeToken
    const membership = form.get("membership") ?? ""
    const switched = yield* (yield* Sessions).switchTo(session.tokenHash, hashOf(token), membership)
    return switched ? seeOther("/", keepSession(request.baseUrl, token)) : seeOther("/accounts")
  }),
  { find: anySession }
)

export const accountEndpoints: ReadonlyArray<PageEndpoint<PeopleServices>> = [showAccounts, switchAccount]
