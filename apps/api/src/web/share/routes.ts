import { Secrets, type SharedSimulation, SimulationShares } from "@mon/core-store"
import { inTransaction, OutgoingMail } from "@mon/notifications"
import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ApiConfig } from "../../ApiConfig.ts"
import { errorPage } from "../page/errorPages.ts"
import { lineOf } from "../page/Form.ts"
import { frameOf } from "../page/session.ts"
import { seeOther } from "../page/Page.ts"
import type { PageRequest, PageRoute } from "../page/PageRoute.ts"
import { waitText } from "../page/time.ts"
import { mailSender } from "../../auth/Letter.ts"
import { hashOf, makeToken } from "../../auth/Token.ts"
import type { PublicUrl } from "../../PublicUrl.ts"
import { isShareOf, readShareToken, type ShareToken } from "../../auth/ShareLink.ts"
import { readSimulationResults } from "../../SimulationResults.ts"
import { codePage, PRIVATELY, waitPage, wrongCode } from "./codePage.ts"
import { resultsPage } from "./resultsPage.ts"
import { codeMac, makeCode, matchesCode } from "./OneTimeCode.ts"
import { isView, keep, makeView, sharePath } from "./ShareCookies.ts"
import { codeLetter, lockedLetter } from "./ShareLetter.ts"

/** What the pages of links work with. */
export type SharePageServices = ApiConfig | OutgoingMail | PublicUrl | Secrets | SimulationShares | SqlClient.SqlClient

interface Shared {
  readonly token: ShareToken
  readonly simulation: SharedSimulation
}

/** In every other state a link shows the same 404 as one that was never made. */
const OPEN: ReadonlySet<string> = new Set(["queued", "processing", "completed"])

/** The simulation behind a link; null, whatever is wrong with it. */
const sharedOf = Effect.fnUntraced(function* ({ params }: PageRequest) {
  const token = readShareToken(params["token"] ?? "")
  if (token === null) return null
  const simulation = yield* (yield* SimulationShares).find(token.jobId)
  if (simulation === null || !isShareOf(yield* Secrets, token, simulation.version) || !OPEN.has(simulation.status))
    return null
  return { token, simulation } satisfies Shared
})

const absent = (request: PageRequest) => errorPage("absent", frameOf(request, null))

const show = Effect.fnUntraced(function* (request: PageRequest, { simulation, token }: Shared) {
  if (simulation.status !== "completed") return waitPage(request)
  const { mon_code: asked, mon_view: view } = request.cookies
  const now = yield* Clock.currentTimeMillis
  if (!isView(yield* Secrets, token, simulation.version, view, now))
    return codePage(request, { hasAsked: asked !== undefined })
  const results = readSimulationResults(yield* (yield* SimulationShares).results(simulation))
  return results === null ? absent(request) : resultsPage(request, simulation, results)
})

/** Emails a code to the owner. A locked link shows the same page and sends nothing. */
const sendCode = Effect.fnUntraced(function* (request: PageRequest, { simulation, token }: Shared) {
  if (simulation.status !== "completed") return waitPage(request)
  const [cookie, code, secrets, sender] = yield* Effect.all([makeToken, makeCode, Secrets, mailSender])
  const shares = yield* SimulationShares
  const outgoing = yield* OutgoingMail
  const made = yield* inTransaction(
    "shareCode",
    Effect.gen(function* () {
      const challenge = yield* shares.challenge(simulation, {
        cookieHash: hashOf(cookie),
        codeMac: codeMac(secrets, cookie, code)
      })
      if (challenge._tag === "Made" && !challenge.locked) {
        yield* outgoing.post(codeLetter(sender, { to: simulation.ownerEmail, campaign: simulation.name }, code, cookie))
      }
      return challenge
    })
  )
  if (made._tag === "TooSoon") {
    const message = `No code was mailed now: too many were asked for. A new one can be mailed in ${waitText(made.seconds)}.`
    return codePage(request, {
      hasAsked: request.cookies["mon_code"] !== undefined,
      message,
      status: 429,
      headers: { "Retry-After": String(made.seconds) }
    })
  }
  return seeOther(sharePath(token), { ...PRIVATELY, "Set-Cookie": keep(request.baseUrl, token, "mon_code", cookie) })
})

const verifyCode = Effect.fnUntraced(function* (request: PageRequest, { simulation, token }: Shared, entered: string) {
  const secrets = yield* Secrets
  const shares = yield* SimulationShares
  const outgoing = yield* OutgoingMail
  const sender = yield* mailSender
  const cookie = request.cookies["mon_code"] ?? ""
  const tried = yield* inTransaction(
    "shareCodeTried",
    Effect.gen(function* () {
      const outcome = yield* shares.verifyCode(simulation, hashOf(cookie), matchesCode(secrets, cookie, entered))
      if (outcome.lockedNow)
        yield* outgoing.post(
          lockedLetter(
            sender,
            { to: simulation.ownerEmail, campaign: simulation.name },
            simulation.jobId,
            simulation.version
          )
        )
      return outcome
    })
  )
  if (!tried.right) return codePage(request, wrongCode)
  const view = makeView(secrets, token, simulation.version, yield* Clock.currentTimeMillis)
  return seeOther(sharePath(token), { ...PRIVATELY, "Set-Cookie": keep(request.baseUrl, token, "mon_view", view) })
})

const submit = Effect.fnUntraced(function* (request: PageRequest, shared: Shared) {
  const form = yield* request.form
  return form.get("do") === "enter"
    ? yield* verifyCode(request, shared, lineOf(form, "code", 16))
    : yield* sendCode(request, shared)
})

/** A GET sends no email, since programs follow links. */
export const sharePageRoutes: ReadonlyArray<PageRoute<SharePageServices>> = [
  {
    method: "GET",
    path: "/share/:token",
    handle: Effect.fnUntraced(function* (request) {
      const shared = yield* sharedOf(request)
      return shared === null ? absent(request) : yield* show(request, shared)
    })
  },
  {
    method: "POST",
    path: "/share/:token",
    action: "simulations.openShare",
    hidesOrigin: true,
    admit: Effect.fnUntraced(function* (request) {
      const shared = yield* sharedOf(request)
      return shared === null
        ? absent(request)
        : {
            actor: { kind: "link" },
            accountId: null,
            target: shared.simulation.jobId,
            submit: submit(request, shared)
          }
    })
  }
]
