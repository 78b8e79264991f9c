import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import {
  type AccessScope,
  Domains,
  EmailHealthChecks,
  MAIL_HOST_CONTACT_SECONDS,
  MailHostContacts
} from "../src/index.ts"
import { layerStore, newAccount, newDomain, newMember, share } from "./account.ts"

const age = (host: string, seconds: number) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) =>
      sql`update mail_host_contact set contacted_at = contacted_at - ${seconds}::int * interval '1 second' where host = ${host}`
  )

layer(layerStore, { excludeTestServices: true })("a mail host", (it) => {
  it.effect("is contacted by one of many concurrent checks, and again after ten minutes", () =>
    Effect.gen(function* () {
      const contacts = yield* MailHostContacts
      const begin = contacts.begin("mx.once.example")
      const permits = yield* Effect.forEach(Array.from({ length: 12 }), () => begin, { concurrency: "unbounded" })
      assert.strictEqual(permits.filter(({ _tag }) => _tag === "Permitted").length, 1)
      assert.deepStrictEqual(yield* begin, { _tag: "Refused", contact: null })
      const contact = { status: "encrypted", subject: "CN=\u0000" }
      yield* contacts.store("mx.once.example", contact)
      assert.deepStrictEqual(yield* begin, { _tag: "Refused", contact })
      yield* age("mx.once.example", MAIL_HOST_CONTACT_SECONDS - 5)
      assert.strictEqual((yield* begin)._tag, "Refused")
      yield* age("mx.once.example", 5)
      assert.strictEqual((yield* begin)._tag, "Permitted")
    })
  )

  it.effect("is purged a day after its last contact", () =>
    Effect.gen(function* () {
      const contacts = yield* MailHostContacts
      yield* contacts.begin("mx.old.example")
      yield* contacts.begin("mx.new.example")
      yield* age("mx.old.example", 86_400)
      assert.strictEqual(yield* contacts.purge(1, 100), 1)
      assert.strictEqual((yield* contacts.begin("mx.old.example"))._tag, "Permitted")
      assert.strictEqual((yield* contacts.begin("mx.new.example"))._tag, "Refused")
    })
  )
})

layer(layerStore, { excludeTestServices: true })("the DKIM selectors of a domain", (it) => {
  it.effect("belong to the account and to who can see the domain", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      const { viewer: stranger } = yield* newAccount
      const domains = yield* Domains
      const made = yield* domains.create(
        viewer,
        newDomain("www.selectors.example", { dkimSelectors: ["s2", "s1"] }),
        100
      )
      if (made._tag !== "Created") return yield* Effect.die(new Error(made._tag))
      assert.deepStrictEqual(made.monitor.dkimSelectors, ["s2", "s1"])
      const checks = yield* EmailHealthChecks
      assert.deepStrictEqual(yield* checks.selectorsOf(viewer, "selectors.example", 10), ["s1", "s2"])
      assert.isNull(yield* checks.selectorsOf(stranger, "selectors.example", 10))
      assert.isNull(yield* checks.selectorsOf(viewer, "other.example", 10))
      assert.deepStrictEqual(yield* checks.selectorsOf(viewer, "selectors.example", 1), ["s2"])
      const member = yield* newMember(viewer)
      assert.isNull(yield* checks.selectorsOf(member, "selectors.example", 10))
      yield* share(member, made.monitor.id, false)
      assert.deepStrictEqual(yield* checks.selectorsOf(member, "selectors.example", 10), ["s1", "s2"])
      yield* domains.update(viewer, [made.monitor.id], { dkimSelectors: [] })
      assert.deepStrictEqual(yield* checks.selectorsOf(viewer, "selectors.example", 10), [])
    })
  )

  it.effect("are those of messages, too, if somebody who may change the domain has seen them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { viewer } = yield* newAccount
      const { viewer: stranger } = yield* newAccount
      const checks = yield* EmailHealthChecks
      const domain = "messages.example"
      const made = yield* (yield* Domains).create(viewer, newDomain(domain, { dkimSelectors: ["named"] }), 100)
      if (made._tag !== "Created") return yield* Effect.die(new Error(made._tag))
      const selectors = checks.selectorsOf(viewer, domain, 10)
      const see = (who: AccessScope, ...names: ReadonlyArray<string>) =>
        checks.noteSignatures(
          who,
          domain,
          names.map((selector) => ({ selector, result: "pass" as const }))
        )
      const member = yield* newMember(viewer)
      for (const who of [stranger, member]) yield* see(who, "forged")
      yield* share(member, made.monitor.id, false)
      yield* see(member, "forged")
      yield* checks.noteSignatures(viewer, "other.example", [{ selector: "forged", result: "pass" }])
      assert.deepStrictEqual(yield* selectors, ["named"])

      yield* sql`update domain_access set can_write = true where membership_id = ${member.membershipKey}::bigint`
      yield* see(member, "s1", "s2", "s3")
      yield* see(viewer, "s4", "s2")
      assert.deepStrictEqual(yield* selectors, ["named", "s4", "s2", "s1", "s3"])
      const claims = yield* checks.claim(1_000, 30_000)
      const claim = claims.find(({ hostname }) => hostname === domain)
      assert.deepStrictEqual(claim?.dkimSelectors, ["named", "s4", "s2", "s1", "s3"])
      yield* see(viewer, "s5", "s6")
      assert.deepStrictEqual(yield* selectors, ["named", "s5", "s6", "s4", "s2", "s1"])

      yield* sql`
        update email_health_schedule s set signing = (
          select jsonb_agg(one || jsonb_build_object('seenAt', (one ->> 'seenAt')::float8 - 40 * 86400000.0))
          from jsonb_array_elements(signing) as one)
        from monitor m where m.id = s.monitor_id and m.hostname = ${domain}`
      yield* see(viewer, "s7")
      assert.deepStrictEqual(yield* selectors, ["named", "s7"])
    })
  )

  it.effect("are part of the claim of a check", () =>
    Effect.gen(function* () {
      const { viewer } = yield* newAccount
      yield* (yield* Domains).create(viewer, newDomain("claimed.example", { dkimSelectors: ["s2026"] }), 100)
      const claims = yield* (yield* EmailHealthChecks).claim(1_000, 30_000)
      const claim = claims.find(({ hostname }) => hostname === "claimed.example")
      assert.deepStrictEqual(claim?.dkimSelectors, ["s2026"])
    })
  )
})
