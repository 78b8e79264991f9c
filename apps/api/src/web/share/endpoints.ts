import {
  type AccountBranding,
  inTransaction,
  randomBytes,
  Secrets,
  type SharedSimulation,
  SimulationShares
} from "@mon/core-store"
import { OutgoingMail } from "@mon/notifications"
import { Clock, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { ApiConfig } from "../../ApiConfig.ts"
import { branded } from "../page/branding.ts"
import { errorPage } from "../page/errorPages.ts"
import { lineOf } from "../page/Form.ts"
import { browserLanguage } from "../page/language.ts"
import { frameOf } from "../page/session.ts"
import { seeOther } from "../page/Page.ts"
import type { PageEndpoint, PageRequest } from "../page/PageEndpoint.ts"
import { waitText } from "../page/time.ts"
import { mailSender } from "../../auth/Letter.ts"
import { hashOf, makeToken } from "../../auth/Token.ts"
import type { PublicUrl } from "../../PublicUrl.ts"
import { isShareOf, readShareToken, type ShareToken } from "../../auth/ShareLink.ts"
import { readSimulationResults } from "../../SimulationResults.ts"
import { codePage, PRIVATE_HEADERS, waitPage, wrongCode } from "./codePage.ts"
import { resultsPage } from "./resultsPage.ts"
import { isView, makeView, shareCookie, sharePath } from "./ShareCookies.ts"
import { codeLetter, lockedLetter } from "./ShareLetter.ts"
import { shareWords } from "./shareWords.ts"
import { createHmac, timingSafeEqual } from "node:crypto"

const DIGITS = 4
const CODES = 10 ** DIGITS
const LABEL = "simulation-code"
const CODE = /^\d{4}$/u
/**
 * The number of two-byte values that are accepted. Higher values are discarded, because they would make some codes more
 * likely than others.
 */
const UNBIASED_LIMIT = 65_536 - (65_536 % CODES)

/** Creates a code of four random digits. All codes are equally likely. */
const makeCode: Effect.Effect<string> = Effect.gen(function* () {
  while (true) {
    const [high = 0, low = 0] = yield* randomBytes(2)
    const value = high * 256 + low
    if (value < UNBIASED_LIMIT) return String(value % CODES).padStart(DIGITS, "0")
  }
})

/**
 * Returns the form of a code that is stored. It depends on the service's secret and on the cookie of the browser that
 * requested the code.
 */
const codeMac = (secrets: Pick<Secrets["Service"], "derive">, cookie: string, code: string): Buffer =>
  createHmac("sha256", secrets.derive(LABEL)).update(`${cookie}.${code}`).digest()

/** Compares an entered code with the stored code in constant time. */
const matchesCode = (secrets: Pick<Secrets["Service"], "derive">, cookie: string, entered: string) => {
  const isWellFormed = CODE.test(entered)
  const mac = codeMac(secrets, cookie, entered)
  return (stored: Uint8Array): boolean => timingSafeEqual(mac, stored) && isWellFormed
}

export type SharePageServices =
  | AccountBranding
  | ApiConfig
  | OutgoingMail
  | PublicUrl
  | Secrets
  | SimulationShares
  | SqlClient.SqlClient

interface Shared {
  readonly token: ShareToken
  readonly simulation: SharedSimulation
}

/**
 * The states of a simulation in which its link works. In any other state, the link gets the same 404 as an unknown
 * link.
 */
const OPEN: ReadonlySet<string> = new Set(["queued", "processing", "completed"])

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
  const { mon_code: codeCookie, mon_view: view } = request.cookies
  const now = yield* Clock.currentTimeMillis
  if (!isView(yield* Secrets, token, simulation.version, view, now))
    return codePage(request, { hasAsked: codeCookie !== undefined })
  const results = readSimulationResults(yield* (yield* SimulationShares).results(simulation))
  return results === null ? absent(request) : resultsPage(request, simulation, results)
})

/** Emails a code to the owner. If the link is locked, sends no email, but shows the same page. */
const sendCode = Effect.fnUntraced(function* (request: PageRequest, { simulation, token }: Shared) {
  if (simulation.status !== "completed") return waitPage(request)
  const [cookie, code, secrets, sender] = yield* Effect.all([makeToken, makeCode, Secrets, mailSender])
  const shares = yield* SimulationShares
  const outgoing = yield* OutgoingMail
  const challenged = yield* inTransaction(
    "shareCode",
    Effect.gen(function* () {
      const challenge = yield* shares.challenge(simulation, {
        cookieHash: hashOf(cookie),
        codeMac: codeMac(secrets, cookie, code)
      })
      if (challenge._tag === "Made" && !challenge.locked) {
        yield* outgoing.post(codeLetter(sender, simulation, code, cookie))
      }
      return challenge
    })
  )
  if (challenged._tag === "TooSoon") {
    const language = browserLanguage(request)
    const message = shareWords[language].tooSoon(waitText(challenged.seconds, language))
    return codePage(request, {
      hasAsked: request.cookies["mon_code"] !== undefined,
      message,
      status: 429,
      headers: { "Retry-After": String(challenged.seconds) }
    })
  }
  return seeOther(sharePath(token), {
    ...PRIVATE_HEADERS,
    "Set-Cookie": shareCookie(request.baseUrl, token, "mon_code", cookie)
  })
})

const verifyCode = Effect.fnUntraced(function* (request: PageRequest, { simulation, token }: Shared, entered: string) {
  const secrets = yield* Secrets
  const shares = yield* SimulationShares
  const outgoing = yield* OutgoingMail
  const sender = yield* mailSender
  const cookie = request.cookies["mon_code"] ?? ""
  const verified = yield* inTransaction(
    "shareCodeTried",
    Effect.gen(function* () {
      const outcome = yield* shares.verifyCode(simulation, hashOf(cookie), matchesCode(secrets, cookie, entered))
      if (outcome.lockedNow) yield* outgoing.post(lockedLetter(sender, simulation))
      return outcome
    })
  )
  if (!verified.right) return codePage(request, wrongCode)
  const view = makeView(secrets, token, simulation.version, yield* Clock.currentTimeMillis)
  return seeOther(sharePath(token), {
    ...PRIVATE_HEADERS,
    "Set-Cookie": shareCookie(request.baseUrl, token, "mon_view", view)
  })
})

const submit = Effect.fnUntraced(function* (request: PageRequest, shared: Shared) {
  const form = yield* request.form
  return form.get("do") === "enter"
    ? yield* verifyCode(request, shared, lineOf(form, "code", 16))
    : yield* sendCode(request, shared)
})

/** The pages of share links. A GET sends no email, because mail scanners and bots follow links. */
export const sharePageEndpoints: ReadonlyArray<PageEndpoint<SharePageServices>> = [
  {
    method: "GET",
    path: "/share/:token",
    handle: Effect.fnUntraced(function* (request) {
      const shared = yield* sharedOf(request)
      return shared === null ? absent(request) : yield* show(yield* branded(request, shared.simulation), shared)
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
            submit: Effect.flatMap(branded(request, shared.simulation), (known) => submit(known, shared))
          }
    })
  }
]
