import { html } from "@mon/status-page"
import { Effect } from "effect"
import { currentSession } from "../../auth/currentSession.ts"
import { SignUpPolicy } from "../../auth/SignUpPolicy.ts"
import { DASHBOARD_PATH } from "../page/dashboardPaths.ts"
import { frameOf } from "../page/session.ts"
import { page, seeOther } from "../page/Page.ts"
import type { PageRequest, PageEndpoint } from "../page/PageEndpoint.ts"
import type { PeopleServices } from "../signIn/services.ts"
import { checkForm } from "../visitorChecks/emailHealth.ts"
import { toolPaths } from "../visitorChecks/toolPage.ts"

const welcome = (request: PageRequest, offersSignUp: boolean) =>
  page({
    title: "Know before your visitors do",
    frame: frameOf(request, null),
    body: html`<main class="welcome">
      <h1>Know before your visitors do</h1>
      <p class="lead">
        ${request.service} monitors your domains: whether they are up, when their certificates and registrations expire,
        and whether their email can be delivered.
      </p>
      <section class="try" aria-labelledby="try">
        <h2 id="try">Check a domain now</h2>
        <p>Will email from your domain arrive? Get its grade and the DNS records that repair it. No account needed.</p>
        ${checkForm("")}
      </section>
      <p class="actions">
        ${offersSignUp ? html`<a class="button second" href="/signup">Create an account</a>` : null}
        <a class="button second" href="/signin">Sign in</a>
      </p>
      <ul class="points">
        <li>
          <strong>Domains</strong> are checked as often as every minute. A failed check is repeated before you get one
          alert that says what happened.
        </li>
        <li><strong>Pages</strong> are compared with their previous version, both text and screenshot.</li>
        <li>
          <strong>Email health</strong> is graded: MX, SPF, DKIM, DMARC and blacklists. Each finding comes with the DNS
          record that fixes it.
        </li>
        <li>
          <strong>Everything</strong> is available through an <a href="/docs">API</a>, on every plan. More tools:
          <a href="${toolPaths.disposable}">disposable email check</a>.
        </li>
      </ul>
    </main>`
  })

/** The start page for visitors. Whoever is signed in gets the dashboard. */
export const welcomeEndpoints: ReadonlyArray<PageEndpoint<PeopleServices>> = [
  {
    method: "GET",
    path: "/",
    handle: Effect.fnUntraced(function* (request) {
      if ((yield* currentSession(request)) !== null) return seeOther(DASHBOARD_PATH)
      return welcome(request, yield* (yield* SignUpPolicy).isOffered)
    })
  },
  // Bookmarks and emails of earlier versions.
  { method: "GET", path: "/overview", handle: () => Effect.succeed(seeOther(DASHBOARD_PATH)) }
]
