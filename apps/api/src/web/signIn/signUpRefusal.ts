import { Effect } from "effect"
import type { SignUpMode } from "../../ApiConfig.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { frameOf } from "../page/session.ts"
import { html } from "../page/Html.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageRoute.ts"
import { card } from "./passwordForm.ts"

interface Refusal {
  readonly title: string
  readonly text: (service: string) => string
}

const refusals: Readonly<Record<Exclude<SignUpMode, "open">, Refusal>> = {
  invited: {
    title: "You need an invitation",
    text: (service) =>
      `Only people with an invitation can create an account at ${service}. Ask somebody who uses ${service} to invite you, then open the link in the invitation.`
  },
  closed: {
    title: "No new accounts",
    text: (service) =>
      `${service} does not accept new accounts. Ask the person who runs ${service} to create one for you.`
  }
}

/** The page for somebody who may not create an account: why, and what to do instead. */
export const refusalPage = (request: PageRequest, mode: Exclude<SignUpMode, "open">) => {
  const { text, title } = refusals[mode]
  return page({
    title,
    status: 403,
    frame: frameOf(request, null),
    body: card(
      title,
      html`<p>${text(request.service)}</p>
        <p><a href="/signin">Sign in</a></p>`
    )
  })
}

/** The refusal of a sign-up without an invitation. Null: sign-up is possible. */
export const signUpRefusal = Effect.fnUntraced(function* (request: PageRequest) {
  const { isOpen, mode } = yield* SignUpPolicy
  return mode === "open" || (yield* isOpen) ? null : refusalPage(request, mode)
})
