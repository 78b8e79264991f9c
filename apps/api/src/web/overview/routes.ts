import { Effect } from "effect"
import { currentSession } from "../../auth/currentSession.ts"
import { frameOf } from "../page/session.ts"
import { html } from "../page/Html.ts"
import { page } from "../page/Page.ts"
import type { PageRequest, PageRoute } from "../page/PageRoute.ts"
import type { PeopleServices } from "../signIn/services.ts"
import { type OverviewServices, showOverview } from "./overview.ts"

const welcome = (request: PageRequest) =>
  page({
    title: "Know before your visitors do",
    frame: frameOf(request, null),
    body: html`<main class="welcome">
      <h1>Know before your visitors do</h1>
      <p class="lead">
        ${request.service} watches your domains: whether they answer, whether their certificates and registrations last,
        and whether their mail arrives. It tells you when something changes, once, and says what it saw.
      </p>
      <p class="actions">
        <a class="button" href="/signup">Make an account</a> <a class="button second" href="/signin">Sign in</a>
      </p>
      <ul class="points">
        <li>
          <strong>Domains</strong> are checked as often as every minute. A failed check is repeated before anybody is
          told.
        </li>
        <li><strong>Pages</strong> are compared with what they were, word by word and picture by picture.</li>
        <li>
          <strong>E-mail</strong> is graded: MX, SPF, DKIM, DMARC and blacklists, each finding with the record that
          mends it.
        </li>
        <li>
          <strong>Everything</strong> can be asked for and changed through an <a href="/docs">API</a>, on every plan.
        </li>
      </ul>
    </main>`
  })

export const overviewRoutes: ReadonlyArray<PageRoute<PeopleServices | OverviewServices>> = [
  {
    method: "GET",
    path: "/",
    handle: Effect.fnUntraced(function* (request) {
      const session = yield* currentSession(request)
      return session === null ? welcome(request) : yield* showOverview(request, session)
    })
  }
]
