import { pageDefaults, uuidv7 } from "@mon/model"
import * as Effect from "effect/Effect"
import { randomBytes } from "node:crypto"
import {
  type AccessScope,
  type NewPageChange,
  type NotThere,
  type PageSnapshot,
  type StoredPageChange,
  type PageCheckResult,
  PageChecks,
  type PageClaim,
  PageMonitors
} from "../src/index.ts"
import { setClock } from "./movableClock.ts"

export const id = () => uuidv7(Date.now(), randomBytes(10))
let hosts = 0

export const addUrl = Effect.fn("addUrl")(function* (viewer: AccessScope) {
  hosts += 1
  const hostname = `page-${hosts}.example`
  const url = { url: `https://${hostname}/`, hostname, name: hostname }
  const result = yield* (yield* PageMonitors).create(viewer, { ...pageDefaults, ...url, screenshotWaitMs: 0 }, 100)
  if (result._tag !== "Created") return yield* Effect.die(new Error(result._tag))
  return result.monitor.id
})

export const page = (text: string): PageSnapshot => ({
  configuration: "v1:x",
  kind: "html",
  title: "T",
  text,
  image: null,
  imageRows: null
})

export const result = (claim: PageClaim, more: Partial<PageCheckResult> = {}): PageCheckResult => ({
  at: claim.claimedAt,
  state: "active",
  statusCode: 200,
  responseUs: 1_500,
  error: null,
  page: page("one"),
  change: null,
  screenshot: null,
  notificationId: id(),
  ...more
})

export const change = (): NewPageChange => ({
  id: id(),
  summary: "1 change: +1 / -1 line",
  changeCount: 1,
  addedLines: 1,
  removedLines: 1,
  similarity: 0.5,
  approximate: false,
  diff: "@@ -1 +1 @@\n-one\n+two\n",
  hunks: [],
  visual: null,
  beforeImage: null,
  afterImage: null,
  added: ["two"],
  removed: ["one"]
})

export const claimed = Effect.fn("claimed")(function* (viewer: AccessScope, monitor: string) {
  const manual = yield* (yield* PageChecks).claimManually(viewer, monitor, 60_000)
  if (manual?._tag !== "Claimed") return yield* Effect.die(new Error(manual?._tag ?? "absent"))
  return manual.claim
})

export const idsOf = <E, R>(changes: Effect.Effect<ReadonlyArray<StoredPageChange> | NotThere, E, R>) =>
  Effect.map(changes, (found) => (typeof found === "string" ? found : found.map((one) => one.id)))

/** Makes a manual check that finds a change of one line. Returns the id of the change. */
export const changePage = Effect.fn("changePage")(function* (viewer: AccessScope, monitor: string, time: string) {
  yield* setClock(time)
  const claim = yield* claimed(viewer, monitor)
  const found = change()
  yield* (yield* PageChecks).record(claim, result(claim, { state: "changed", page: page(time), change: found }))
  return found.id
})
