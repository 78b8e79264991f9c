import { assert, layer } from "@effect/vitest"
import { AlertRoutes, Domains, MailPreferences, Team } from "@mon/core-store"
import { simulateRoute } from "@mon/notifications"
import * as Effect from "effect/Effect"
import { changes, layerGround, newAccount, newDomain, type TestAccount } from "./DeliveryWorld.ts"
import { addRoute, addressesOf, at, newMember, sentTo, timed } from "./RouteWorld.ts"

const simulated = Effect.fn("simulated")(function* ({ viewer }: TestAccount, monitorId: string) {
  const found = yield* simulateRoute(viewer, { monitorId, kind: null, atMs: null })
  return found?.moments.flatMap(({ recipients }) =>
    recipients.map(({ name, reason, target }) => [target, name, reason] as const)
  )
})

const once = (...targets: ReadonlyArray<string>) => [{ afterMinutes: 0, targets, hours: null }]

layer(layerGround, { excludeTestServices: true, timeout: 60_000 })("a route that names a person", (it) => {
  it.effect("sends only to the person, named by id or address, and the recovery too", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const [grace, ada] = [yield* newMember(account, domain.id), yield* newMember(account, domain.id)]
      const route = yield* addRoute(account, { steps: once(` ${grace.email.toUpperCase()}`, grace.id) })
      assert.deepStrictEqual(route.steps, once(grace.id))
      assert.deepStrictEqual(yield* simulated(account, domain.id), [[grace.id, grace.email, null]])
      yield* changes(domain, "down")
      yield* at(0)
      yield* changes(domain, "up")
      yield* at(1)
      assert.deepStrictEqual(yield* addressesOf(account), [`down ${grace.email} +0`, `up ${grace.email} +0`])
      const people = yield* (yield* AlertRoutes).people(account.viewer)
      assert.deepStrictEqual(
        people.map(({ email }) => email),
        [account.email, grace.email, ada.email]
      )
    }).pipe(timed)
  )

  it.effect("sends one email to a person whom another target of the moment reaches too", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const grace = yield* newMember(account, domain.id)
      const steps = [...once("email", grace.id), { afterMinutes: 10, targets: [grace.id] }]
      yield* addRoute(account, { steps, reminderMinutes: 10 })
      yield* changes(domain, "down")
      yield* at(0)
      yield* at(10.1)
      const everybody = [account.email, grace.email]
      assert.sameMembers(
        [...(yield* addressesOf(account))],
        [...everybody.map((email) => `down ${email} +0`), ...everybody.map((email) => `down ${email} +10`)]
      )
      const [first, second] = (yield* simulated(account, domain.id)) ?? []
      assert.sameMembers([first?.[0], second?.[0]], ["email", "email"])
    }).pipe(timed)
  )

  it.effect("takes no alert of a monitor that the person may not see, or whose emails the person does not want", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const [seen, unseen] = [yield* newDomain(account), yield* newDomain(account)]
      const grace = yield* newMember(account, seen.id)
      const both = { kinds: ["down"] as const, steps: once(grace.id) }
      yield* addRoute(account, both)
      yield* changes(unseen, "down")
      yield* at(0)
      // The next route sends the alert. Here it is the default route.
      assert.deepStrictEqual(yield* addressesOf(account), [`down ${account.email} +0`])
      const routes = yield* AlertRoutes
      assert.isNull((yield* routes.list(account.viewer))[0]?.stoppedBy)
      yield* addRoute(account, { steps: once("webhooks", "email", grace.id) })
      yield* (yield* MailPreferences).setAlertsByMail(grace.scope, false)
      assert.strictEqual((yield* routes.list(account.viewer))[0]?.stoppedBy, "targets")
      yield* changes(seen, "down")
      yield* at(1)
      assert.deepStrictEqual(yield* addressesOf(account), [`down ${account.email} +0`, `down ${account.email} +0`])
      assert.includeDeepMembers(
        [...((yield* simulated(account, seen.id)) ?? [])],
        [[grace.id, grace.email, "email_off"]]
      )
      yield* (yield* MailPreferences).setAlertsByMail(grace.scope, true)
      assert.includeDeepMembers(
        [...((yield* simulated(account, unseen.id)) ?? [])],
        [[grace.id, grace.email, "no_access"]]
      )
    }).pipe(timed)
  )

  it.effect("loses the person with the membership, also for alerts that last", () =>
    Effect.gen(function* () {
      const account = yield* newAccount
      const domain = yield* newDomain(account)
      const grace = yield* newMember(account, domain.id)
      yield* addRoute(account, { steps: once(grace.id), reminderMinutes: 10 })
      yield* changes(domain, "down")
      yield* at(0)
      yield* (yield* Team).remove(account.viewer, grace.id)
      const [route] = yield* (yield* AlertRoutes).list(account.viewer)
      assert.deepStrictEqual(route?.steps, [{ afterMinutes: 0, targets: [], hours: null }])
      assert.strictEqual(route?.stoppedBy, "targets")
      yield* at(30)
      assert.deepStrictEqual(yield* sentTo(account), ["down email step 1 +0"])
      const again = yield* (yield* AlertRoutes).update(account.viewer, route?.id ?? "", { steps: once(grace.id) })
      assert.strictEqual(again._tag, "NoTarget")
    }).pipe(timed)
  )

  it.effect("cannot name a person of another account", () =>
    Effect.gen(function* () {
      const [account, other] = [yield* newAccount, yield* newAccount]
      const domain = yield* newDomain(other)
      const stranger = yield* newMember(other, domain.id)
      const route = yield* addRoute(account, {})
      for (const target of [stranger.id, stranger.email, "nobody@test.example", domain.id]) {
        const result = yield* (yield* AlertRoutes).update(account.viewer, route.id, { steps: once(target) })
        assert.strictEqual(result._tag, "NoTarget")
      }
      assert.isNull(yield* (yield* Domains).find(account.viewer, domain.id))
    })
  )
})
