import { SecondFactors } from "@mon/core-store"
import { html, type Html } from "@mon/status-page"
import { Effect } from "effect"
import { passSecondFactor } from "../../auth/beginSession.ts"
import { forgetHalf, halfSignInOf } from "../../auth/HalfSignIn.ts"
import { checkCode } from "../../auth/secondFactor/checkCode.ts"
import { type FormError, errorSummary, field, titled, tooMany } from "../page/Form.ts"
import { browserLanguage } from "../page/language.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { codeFieldName, codePath } from "./codeForm.ts"
import { card } from "./passwordForm.ts"
import { returnPath } from "./returnPath.ts"
import type { PeopleServices } from "./services.ts"
import { withoutAccount } from "./signIn.ts"
import { type SignInWords, signInWords } from "./signInWords.ts"

/** The name of the query parameter, and of the hidden field, that switches to a recovery code. */
const RECOVERY = "recovery"

interface Shown {
  readonly next: string
  readonly isRecovery: boolean
  readonly errors?: ReadonlyArray<FormError>
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const appField = (errors: ReadonlyArray<FormError>, words: SignInWords): Html =>
  html`<p>${words.code.appHint}</p>
    ${field({ name: codeFieldName, label: words.code.label, type: "text", autocomplete: "one-time-code", inputMode: "numeric", maxLength: 20, isCode: true }, errors)}`

const recoveryField = (errors: ReadonlyArray<FormError>, words: SignInWords): Html =>
  html`<p>${words.code.recoveryHint}</p>
    ${field({ name: codeFieldName, label: words.code.recoveryLabel, type: "text", autocomplete: "off", maxLength: 64, isCode: true }, errors)}`

const show = (request: PageRequest, { errors = [], headers = {}, isRecovery, next, status = 200 }: Shown) => {
  const language = browserLanguage(request)
  const words = signInWords[language]
  const other = isRecovery ? codePath(next) : `${codePath(next)}&${RECOVERY}=yes`
  return page({
    title: titled(words.code.title, errors, language),
    language,
    status,
    headers,
    frame: frameOf(request, null),
    body: card(
      words.code.title,
      html`${errorSummary(errors, language)}
        <form method="post" action="/signin/code">
          <input type="hidden" name="next" value="${next}" />
          ${isRecovery ? html`<input type="hidden" name="${RECOVERY}" value="yes" />` : null}
          ${isRecovery ? recoveryField(errors, words) : appField(errors, words)}
          <button type="submit">${words.signIn}</button>
        </form>
        <p>
          <a href="${other}">${isRecovery ? words.code.useApp : words.code.useRecovery}</a> ·
          <a href="/signin">${words.code.again}</a>
        </p>
        <p class="hint">${words.code.neither}</p>`
    )
  })
}

const toPassword = (request: PageRequest, next: string) =>
  seeOther(`/signin?done=ended&next=${encodeURIComponent(next)}`, { "Set-Cookie": forgetHalf(request) })

const showCode: PageEndpoint<PeopleServices> = {
  method: "GET",
  path: "/signin/code",
  handle: Effect.fnUntraced(function* (request) {
    const next = returnPath(request.query.get("next"))
    if ((yield* halfSignInOf(request)) === null) return toPassword(request, next)
    return show(request, { next, isRecovery: request.query.get(RECOVERY) === "yes" })
  })
}

const submitCode = Effect.fnUntraced(function* (request: PageRequest) {
  const form = yield* request.form
  const next = returnPath(form.get("next"))
  const isRecovery = form.get(RECOVERY) === "yes"
  const language = browserLanguage(request)
  const wrong: FormError = { field: codeFieldName, message: signInWords[language].code.wrong }
  const half = yield* halfSignInOf(request)
  const factor = half === null ? null : yield* (yield* SecondFactors).find(half.person.userKey)
  if (half === null || factor === null) return toPassword(request, next)
  const result = yield* checkCode(request, half.person, factor, (form.get(codeFieldName) ?? "").slice(0, 100))
  if (result._tag === "Wait")
    return show(request, { next, isRecovery, status: 429, ...tooMany(result.seconds, language) })
  if (result._tag === "Wrong") return show(request, { next, isRecovery, status: 400, errors: [wrong] })
  const headers = yield* passSecondFactor(request, half)
  return headers === null
    ? show(request, { next, isRecovery, status: 403, errors: [yield* withoutAccount(request)] })
    : seeOther(next, headers)
})

const enterCode: PageEndpoint<PeopleServices> = {
  method: "POST",
  path: "/signin/code",
  action: "session.enterCode",
  admit: (request) =>
    Effect.succeed({ actor: { kind: "visitor" }, accountId: null, target: null, submit: submitCode(request) })
}

export const codeEndpoints: ReadonlyArray<PageEndpoint<PeopleServices>> = [showCode, enterCode]
