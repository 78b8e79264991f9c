// The recipient of an alert can ask for the next step, or hand the alert over.
import { assert, layer } from "@effect/vitest"
import { Incidents, inTransaction } from "@mon/core-store"
import { alertTakers, escalateAlert, escalationOf, handOverAlert } from "@mon/notifications"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { changes, layerGround, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { addChannel } from "./ChannelWorld.ts"
import { addOwnChannel, setRules } from "./ContactWorld.ts"
import { addRoute, addressesOf, at, newMember, sentTo, timed } from "./RouteWorld.ts"

const openIncident = Effect.fn("openIncident")(function* ({ viewer }: TestAccount) {
  const [row] = yield* (yield* SqlClient.SqlClient)<{ readonly id: string }>`
    select public_id as id from incident where account_id = ${viewer.accountKey}::bigint and resolved_at is null`
  return row?.id ?? (yield* Effect.die(new Error("no incident")))
})

const escalate = (incidentId: string, seenMs = 0) => inTransaction("escalate", escalateAlert(incidentId, seenMs))
const handOver = (incidentId: string, person: string) => inTransaction("handOver", handOverAlert(incidentId, person))

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("an alert that is escalated", (it) => {
  it.effect("sends its next step now, the later ones in the same distances, and each of them once", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const [slack, ntfy] = [yield* addChannel(account, "slack"), yield* addChannel(account, "ntfy")]
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: ["email"] },
          { afterMinutes: 30, targets: [slack] },
          { afterMinutes: 60, targets: [ntfy] }
        ]
      })
      yield* changes(domain, "down")
      yield* at(0)
      const incident = yield* openIncident(account)
      yield* at(5)
      const seen = (yield* escalationOf(incident)) ?? 0
      assert.isAbove(seen, 0)
      // The button is pressed twice.
      assert.isTrue(yield* escalate(incident, seen))
      assert.isTrue(yield* escalate(incident, seen))
      yield* at(5.1)
      assert.deepStrictEqual(yield* sentTo(account), ["down email step 1 +0", "down slack step 2 +30"])
      yield* at(34)
      assert.lengthOf(yield* sentTo(account), 2)
      yield* at(35.2)
      assert.deepStrictEqual((yield* sentTo(account)).slice(2), ["down ntfy step 3 +60"])
      assert.isNull(yield* escalationOf(incident))
      assert.isFalse(yield* escalate(incident))
      yield* at(200)
      assert.lengthOf(yield* sentTo(account), 3)
    }).pipe(timed)
  )

  it.effect("is no longer acknowledged, so that its steps continue", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      yield* addRoute(account, {
        steps: [
          { afterMinutes: 0, targets: ["email"] },
          { afterMinutes: 30, targets: ["email"] },
          { afterMinutes: 60, targets: ["email"] }
        ]
      })
      yield* changes(domain, "down")
      yield* at(0)
      const incident = yield* openIncident(account)
      yield* (yield* Incidents).acknowledge(account.viewer, incident, { via: "api", note: null })
      yield* at(40)
      assert.lengthOf(yield* sentTo(account), 1)
      assert.isTrue(yield* escalate(incident))
      yield* at(40.1)
      assert.deepStrictEqual((yield* sentTo(account)).slice(1), ["down email step 3 +60"])
    }).pipe(timed)
  )

  it.effect("of the default route has no further step", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      yield* changes(domain, "down")
      yield* at(0)
      assert.isFalse(yield* escalate(yield* openIncident(account)))
    }).pipe(timed)
  )
})

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("an alert that is handed over", (it) => {
  it.effect("reaches the person once, even if the button is pressed twice, and so does the recovery", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const grace = yield* newMember(account, domain.id)
      const stranger = yield* newMember(yield* newAccount, domain.id)
      const slack = yield* addChannel(account, "slack")
      yield* addRoute(account, { steps: [{ afterMinutes: 0, targets: [slack] }] })
      yield* changes(domain, "down")
      yield* at(0)
      const incident = yield* openIncident(account)
      yield* at(2)
      assert.sameMembers(
        (yield* alertTakers(incident)).map(({ membershipId }) => membershipId).filter((id) => id === grace.id),
        [grace.id]
      )
      assert.isNull(yield* handOver(incident, stranger.id))
      assert.strictEqual((yield* handOver(incident, grace.id))?.membershipId, grace.id)
      yield* handOver(incident, grace.id)
      yield* at(3)
      const toGrace = Effect.map(addressesOf(account), (all) => all.filter((sent) => sent.includes(grace.email)))
      assert.lengthOf(yield* toGrace, 1)
      yield* changes(domain, "up")
      yield* at(4)
      assert.lengthOf(yield* toGrace, 2)
      assert.isNull(yield* handOver(incident, grace.id))
    }).pipe(timed)
  )

  it.effect("reaches the person immediately by the first of their rules", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const grace = yield* newMember(account, domain.id)
      const phone = yield* addOwnChannel(grace, "ntfy")
      yield* setRules(grace, {
        high: [
          { afterMinutes: 3, via: phone },
          { afterMinutes: 9, via: "email" }
        ]
      })
      yield* changes(domain, "down")
      yield* at(0)
      const before = (yield* sentTo(account)).length
      yield* handOver(yield* openIncident(account), grace.id)
      yield* at(20)
      const after = (yield* sentTo(account)).slice(before)
      assert.lengthOf(after, 1)
      assert.match(after[0] ?? "", /^down ntfy \+[12]$/u)
    }).pipe(timed)
  )
})
