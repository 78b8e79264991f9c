import { Domains, Tags, PageMonitors, type AccessScope } from "@mon/core-store"
import { domainDefaults, pageDefaults } from "@mon/model"
import * as Effect from "effect/Effect"
import { demoTags } from "../internet/demoSites.ts"
import type { RunningPage, RunningSite } from "../internet/startInternet.ts"

const LIMIT = 1_000
/** The shortest interval of the plan, in seconds. */
const DOMAIN_INTERVAL = 60
const PAGE_INTERVAL = 3_600
/** The timeout of checks. It is short, so that checks soon detect a server that does not respond. */
const TIMEOUT_SECONDS = 10

const createDomain = Effect.fnUntraced(function* (scope: AccessScope, { site, url }: RunningSite) {
  const { hostname, name } = site
  const { port } = new URL(url)
  const created = yield* (yield* Domains).create(
    scope,
    {
      ...domainDefaults,
      url,
      hostname,
      dedupeKey: port === "" ? hostname : `${hostname}:${port}`,
      name,
      checkInterval: DOMAIN_INTERVAL,
      timeoutSeconds: TIMEOUT_SECONDS
    },
    LIMIT
  )
  return created._tag === "Created" ? created.monitor.id : yield* Effect.die(new Error(`${url}: ${created._tag}`))
})

const createPage = Effect.fnUntraced(function* (scope: AccessScope, { hostname, name, url }: RunningPage) {
  const page = { ...pageDefaults, url, hostname, name, checkInterval: PAGE_INTERVAL, screenshotWaitMs: 0 }
  const created = yield* (yield* PageMonitors).create(scope, page, LIMIT)
  if (created._tag !== "Created") return yield* Effect.die(new Error(`${url}: ${created._tag}`))
})

const createTags = Effect.fnUntraced(function* (scope: AccessScope) {
  const tags = yield* Tags
  const ids = new Map<string, string>()
  for (const [name, color] of Object.entries(demoTags)) {
    const saved = yield* tags.create(scope, { name, color }, LIMIT)
    if (saved._tag === "Saved") ids.set(name, saved.tag.id)
  }
  return ids
})

export const createMonitors = Effect.fn("demo.createMonitors")(function* (
  scope: AccessScope,
  sites: ReadonlyArray<RunningSite>,
  pages: ReadonlyArray<RunningPage>
) {
  const tags = yield* Tags
  const tagIds = yield* createTags(scope)
  for (const running of sites) {
    const id = yield* createDomain(scope, running)
    const tagId = tagIds.get(running.site.tag)
    if (tagId !== undefined) yield* tags.assign(scope, "domain", id, [tagId])
  }
  for (const page of pages) yield* createPage(scope, page)
})
