import { html } from "@mon/status-page"
import { Effect } from "effect"
import { currentSession } from "../../auth/currentSession.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { DASHBOARD_PATH } from "../page/dashboardPaths.ts"
import { browserLanguage } from "../page/language.ts"
import { frameOf } from "../page/session.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import type { PeopleServices } from "../signIn/services.ts"
import { checkForm } from "../visitorChecks/emailHealth.ts"
import { toolPaths } from "../visitorChecks/toolPage.ts"
import { welcomeWords } from "./welcomeWords.ts"

const welcome = (request: PageRequest, offersSignUp: boolean) => {
  const language = browserLanguage(request)
  const words = welcomeWords[language]
  const [everything, everythingText] = words.everything
  // The word "API" becomes a link to the documentation.
  const [before = "", after = ""] = everythingText.split("API")
  return page({
    title: words.title,
    language,
    frame: frameOf(request, null),
    body: html`<main class="welcome">
      <h1>${words.title}</h1>
      <p class="lead">${words.lead(request.service)}</p>
      <section class="try" aria-labelledby="try">
        <h2 id="try">${words.try}</h2>
        <p>${words.tryHint}</p>
        ${checkForm(language)}
      </section>
      <p class="actions">
        ${offersSignUp ? html`<a class="button second" href="/signup">${words.signUp}</a>` : null}
        <a class="button second" href="/signin">${words.signIn}</a>
      </p>
      <ul class="points">
        ${words.points.map(([subject, text]) => html`<li><strong>${subject}</strong> ${text}</li>`)}
        <li>
          <strong>${everything}</strong> ${before}<a href="/docs">API</a>${after} ${words.more}
          <a href="${toolPaths.disposable}">${words.disposable}</a>.
        </li>
      </ul>
    </main>`
  })
}

export const welcomeEndpoints: ReadonlyArray<PageEndpoint<PeopleServices>> = [
  {
    method: "GET",
    path: "/",
    handle: Effect.fnUntraced(function* (request) {
      if ((yield* currentSession(request)) !== null) return seeOther(DASHBOARD_PATH)
      return welcome(request, yield* (yield* SignUpPolicy).isOffered)
    })
  },
  // Bookmarks, and emails from earlier versions, still contain this path.
  { method: "GET", path: "/overview", handle: () => Effect.succeed(seeOther(DASHBOARD_PATH)) }
]
