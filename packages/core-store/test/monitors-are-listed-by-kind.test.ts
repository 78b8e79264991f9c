import { assert, layer } from "@effect/vitest"
import { heartbeatDefaults, pageDefaults } from "@mon/model"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import { type AccessScope, Domains, Heartbeats, MonitorLists, PageMonitors } from "../src/index.ts"
import { layerStore, newAccount, newDomain, newMember, share } from "./account.ts"

const LIMIT = 100

const idOf = (made: { readonly _tag: string; readonly monitor?: { readonly id: string } }): string =>
  made.monitor?.id ?? assert.fail(`The monitor was not created: ${made._tag}`)

/** Creates one monitor of each kind, in the opposite order of the list. */
const addEach = Effect.fn("addEach")(function* (viewer: AccessScope, name: string) {
  const token = { hash: createHash("sha256").update(`${viewer.accountKey} ${name}`).digest(), sealed: "sealed" }
  const heartbeat = yield* (yield* Heartbeats).create(viewer, { ...heartbeatDefaults, name }, LIMIT, token, {})
  const url = { ...pageDefaults, name, url: `https://${name}.example/`, hostname: `${name}.example` }
  const page = yield* (yield* PageMonitors).create(viewer, url, LIMIT)
  const domain = yield* (yield* Domains).create(viewer, newDomain(`${name}.example`), LIMIT)
  return { domain: idOf(domain), page: idOf(page), heartbeat: idOf(heartbeat) }
})

layer(layerStore, { excludeTestServices: true })("the list of monitors", (it) => {
  it.effect("is in the order of the kinds, newest first, for the owner and for a member", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const first = yield* addEach(viewer, "first")
      const second = yield* addEach(viewer, "second")
      const lists = yield* MonitorLists
      const listed = (scope: AccessScope) => Effect.map(lists.read(scope), ({ rows }) => rows.map(([id]) => id))
      assert.deepStrictEqual(yield* listed(viewer), [
        second.domain,
        first.domain,
        second.page,
        first.page,
        second.heartbeat,
        first.heartbeat
      ])
      const member = yield* newMember(viewer)
      assert.deepStrictEqual(yield* listed(member), [])
      yield* share(member, first.domain, true)
      yield* share(member, second.domain, false)
      assert.deepStrictEqual(yield* listed(member), [second.domain, first.domain])
    })
  )
})
