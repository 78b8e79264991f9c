import { html } from "@mon/status-page"
import { Effect } from "effect"
import type { SignUpMode } from "../../ApiConfig.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { frameOf } from "../page/session.ts"
import { browserLanguage } from "../page/language.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageEndpoint.ts"
import { card } from "./passwordForm.ts"
import { signInWords } from "./signInWords.ts"

export const refusalPage = (request: PageRequest, mode: Exclude<SignUpMode, "open">) => {
  const language = browserLanguage(request)
  const { refusals, signIn } = signInWords[language]
  const { text, title } = refusals[mode]
  return page({
    title,
    language,
    status: 403,
    frame: frameOf(request, null),
    body: card(
      title,
      html`<p>${text(request.service)}</p>
        <p><a href="/signin">${signIn}</a></p>`
    )
  })
}

export const signUpRefusal = Effect.fnUntraced(function* (request: PageRequest) {
  const { isOpen, mode } = yield* SignUpPolicy
  return mode === "open" || (yield* isOpen) ? null : refusalPage(request, mode)
})
