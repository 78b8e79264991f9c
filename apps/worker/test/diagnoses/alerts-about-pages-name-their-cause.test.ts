import { renderFact } from "@mon/alerts"
import { readDiagnosisFacts } from "@mon/diagnosis"
import { deliveredFact } from "@mon/notifications"
import { type Behaviour, certificateCases, makeAuthority, type SiteTls } from "@mon/tooling/testbed"
import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { checkAll, newChecker, type Page, watchPage } from "../PageWorld.ts"
import { layerWorld, openSite } from "../TestWorld.ts"

const SHOP = { body: `<title>Prices</title><h1>39 EUR</h1>${"<p>Many things to buy.</p>".repeat(40)}` }
const WALL = "<html><head><title>Just a moment...</title></head><body><h1>Just a moment...</h1></body></html>"
const NO_CAUSE = "<html><head><title>Forbidden</title></head><body><h1>Forbidden</h1></body></html>"

interface Fault {
  readonly built: string
  /** The likely cause in English and German. Null if it is unknown. */
  readonly cause: readonly [string, string] | null
  readonly answer?: Behaviour
  /** Closes the server. Starts another server with an expired certificate, or no server. */
  readonly restart?: "expired" | "nothing"
}

const faults: ReadonlyArray<Fault> = [
  {
    built: "nothing listens on its port",
    cause: ["Nothing is listening on the port", "Auf dem Port läuft kein Dienst"],
    restart: "nothing"
  },
  {
    built: "a bot wall answers 403",
    cause: [
      "Bot protection or a rate limit is blocking our checks",
      "Ein Bot-Schutz oder eine Ratenbegrenzung hält unsere Prüfungen auf"
    ],
    answer: { status: 403, body: WALL, headers: { "cf-mitigated": "challenge" } }
  },
  {
    built: "its certificate has expired",
    cause: ["The certificate expired", "Das Zertifikat ist abgelaufen"],
    restart: "expired"
  },
  { built: "a page without a sign of its cause answers 403", cause: null, answer: { status: 403, body: NO_CAUSE } }
]

/** Returns the alert about a page in both languages, and the facts that are stored with it. */
const alertAbout = Effect.fnUntraced(function* ({ id }: Page) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{
    readonly type: "status_change"
    readonly kind: string
    readonly key: string
    readonly data: unknown
    readonly diagnosisFacts: unknown
    readonly createdAt: Date
  }>`
    select n.type, n.kind, n.key, n.data, n.diagnosis_facts as "diagnosisFacts", n.created_at as "createdAt"
    from notification n join monitor m on m.id = n.monitor_id where m.public_id = ${id}::uuid`
  if (row === undefined) return assert.fail("no alert")
  const notice = (language: "en" | "de") => {
    const fact = deliveredFact({ isDigest: false, notifications: [row] }, language)
    return fact?.kind === "page_error" ? renderFact(fact, { timeZone: "UTC", language }) : assert.fail("no page_error")
  }
  return { en: notice("en"), de: notice("de"), facts: readDiagnosisFacts(row.diagnosisFacts) }
})

layer(layerWorld, { excludeTestServices: true })("an alert about a page", (it) => {
  for (const [index, { answer, built, cause, restart }] of faults.entries())
    it.effect(`${cause === null ? "names no cause" : `says “${cause[0]}”`} when ${built}`, () =>
      Effect.gen(function* () {
        const hostname = `faulty-page-${index}.com`
        const authority = yield* Effect.promise(() => makeAuthority())
        const tls = (name: "good" | "expired") =>
          Effect.promise(async (): Promise<SiteTls> => certificateCases[name](authority, hostname))
        const isSecure = restart === "expired"
        const site = yield* openSite(isSecure ? { tls: yield* tls("good") } : {})
        // This site answers meanwhile, which proves that the network of the worker works.
        const other = yield* openSite()
        for (const one of [site, other]) one.behave(SHOP)
        const page = yield* watchPage(
          site,
          hostname,
          isSecure ? { scheme: "https", expect: [{ certificate: "valid" }] } : {}
        )
        const pages = [page, yield* watchPage(other, `other-page-${index}.com`)]
        const checker = yield* newChecker({ extraCa: [authority.rootPem] })
        assert.deepStrictEqual(yield* checkAll(checker, pages), ["active", "active"])
        if (answer !== undefined) site.behave(answer)
        if (restart !== undefined) yield* Effect.promise(site.close)
        if (restart === "expired") yield* openSite({ port: site.port, tls: yield* tls("expired"), behaviour: SHOP })
        yield* checkAll(checker, pages)
        assert.deepStrictEqual(yield* checkAll(checker, pages), ["error", "active"])
        const { de, en, facts } = yield* alertAbout(page)
        assert.deepStrictEqual([facts?.target?.host, facts?.lastGood?.outcome], [hostname, "ok"])
        if (cause === null) {
          assert.notInclude(en.lead, "cause")
          assert.deepStrictEqual(en.sections, [])
        } else {
          assert.include(en.lead, ` Likely cause: ${cause[0]}. `)
          assert.include(de.lead, ` Wahrscheinliche Ursache: ${cause[1]}. `)
          assert.includeMembers(en.sections[0]?.rows.map(({ label }) => label) ?? [], ["Next step", "Evidence"])
        }
      })
    )
})
