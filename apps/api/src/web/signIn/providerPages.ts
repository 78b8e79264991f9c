import { html } from "@mon/status-page"
import type { Provider, ProviderWish } from "../../auth/identity/IdentityProvider.ts"
import { forgetVisit, rememberVisit, type VisitPurpose } from "../../auth/identity/ProviderVisit.ts"
import type { Session } from "../../auth/currentSession.ts"
import { Effect } from "effect"
import { attributes } from "../page/Form.ts"
import type { ResponseHeaders } from "../../http/HttpResponse.ts"
import { browserLanguage } from "../page/language.ts"
import { page } from "../page/Page.ts"
import type { PageRequest } from "../page/PageEndpoint.ts"
import { frameOf } from "../page/session.ts"
import { card } from "./passwordForm.ts"
import { providerPaths } from "./providerForm.ts"
import { type ProviderProblem, providerProblems, providerWords } from "./providerProblems.ts"
import { signInWords } from "./signInWords.ts"

const cookiesIn = ({ "Set-Cookie": cookies = [] }: ResponseHeaders): Array<string> => [cookies].flat()

interface Shown {
  readonly provider?: string
  readonly session?: Session | null
  readonly headers?: ResponseHeaders
}

/**
 * Renders the page with the reason why no person was signed in and no identity was linked. Sign-in with a password
 * still works.
 */
export const problemPage = (
  request: PageRequest,
  kind: ProviderProblem,
  { headers = {}, provider = "", session = null }: Shown = {}
) => {
  const language = browserLanguage(request)
  const words = providerWords[language]
  const { text, title } = words.problems[kind]
  return page({
    title,
    status: providerProblems[kind],
    language,
    headers: {
      ...headers,
      "Set-Cookie": [...cookiesIn(headers), forgetVisit(request)],
      ...(kind === "away" ? { "Retry-After": "30" } : {})
    },
    frame: frameOf(request, session),
    body: card(
      title,
      html`<p>${text(provider)}</p>
        <p>
          ${session === null ? html`<a href="/signin">${signInWords[language].signIn}</a>` : html`<a href="/settings/sign-in">${words.howYouSignIn}</a>`} ·
          <a href="/reset">${words.passwordByEmail}</a>
        </p>`
    )
  })
}

/**
 * Renders a page that leads the browser to the provider. Browsers would block a direct redirect of the form, because
 * pages allow forms only to this service (Content Security Policy Level 3, `form-action`), and the provider may
 * redirect to other sites.
 */
const leavePage = (request: PageRequest, { name }: Provider, url: string, { headers, session }: Required<Leaving>) => {
  const language = browserLanguage(request)
  const title = signInWords[language].continueWith(name)
  return page({
    title,
    language,
    headers,
    head: html`<meta${attributes({ "http-equiv": "refresh", content: `0; url=${url}` })}>`,
    frame: frameOf(request, session),
    body: card(
      title,
      html`<p>${providerWords[language].leave(name)}</p>
        <p><a class="button" href="${url}">${providerWords[language].go}</a></p>`
    )
  })
}

/** Returns the redirect URL that the operator registers at the provider. */
const redirectUriOf = ({ baseUrl }: PageRequest): string => `${baseUrl}${providerPaths.callback}`

interface Leaving {
  readonly session?: Session | null
  readonly headers?: ResponseHeaders
}

export const leaveFor = Effect.fnUntraced(function* (
  request: PageRequest,
  provider: Provider,
  purpose: VisitPurpose,
  { headers = {}, session = null }: Leaving = {}
) {
  const wish: ProviderWish = { redirectUri: redirectUriOf(request), again: purpose.kind === "again" }
  const asked = yield* provider.request(wish)
  if (asked._tag === "Unreachable") return problemPage(request, "away", { provider: provider.name, session, headers })
  const cookie = yield* rememberVisit(request, purpose, asked.secrets)
  const cookies = { ...headers, "Set-Cookie": [...cookiesIn(headers), cookie] }
  return leavePage(request, provider, asked.url, { session, headers: cookies })
})

/** Returns the URL to which the provider redirected the browser, in the form that the provider knows. */
export const cameBackTo = (request: PageRequest): URL => new URL(`${redirectUriOf(request)}?${request.context.query}`)
