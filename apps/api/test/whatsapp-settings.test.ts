import { Accounts, layerRepositories, Queue, Secrets, type AccessScope, WhatsAppContacts } from "@mon/core-store"
import { layerTestDatabase } from "@mon/core-store/testing"
import { planTable } from "@mon/model"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import type { Caller } from "../src/auth/Caller.ts"
import { html } from "../src/web/page/Html.ts"
import { takeWhatsAppForm, whatsAppSection } from "../src/web/settings/whatsapp.ts"

const ground = Layer.mergeAll(
  layerRepositories,
  Queue.layerWith({ superviseSeconds: 60, answerTimeoutMs: 5_000 }),
  Secrets.layer(["a secret of tests that is long enough"])
).pipe(Layer.provideMerge(layerTestDatabase))

const newCaller = Effect.fn("newCaller")(function* (role: "owner" | "member") {
  const sql = yield* SqlClient.SqlClient
  const email = `${role}@test.example`
  yield* (yield* Accounts).create({ email, name: null, plan: "pro" })
  const [viewer] = yield* sql<AccessScope>`
    select ms.account_id::text as "accountKey", ms.user_id::text as "userKey", ms.id::text as "membershipKey", ms.role
    from membership ms join app_user u on u.id = ms.user_id where u.email = ${email}`
  if (viewer === undefined) return yield* Effect.die(new Error("no account"))
  return {
    principal: { userId: "u", accountId: "a", membershipId: "m", role, memberRole: role === "owner" ? null : "editor" },
    viewer,
    plan: "pro",
    limits: planTable.pro,
    via: "session",
    scope: "write",
    credentialHash: new Uint8Array(32),
    client: { address: "192.0.2.1", userAgent: "test" },
    session: null
  } satisfies Caller
})

const fields = (entries: Readonly<Record<string, string>>) => new URLSearchParams(entries)

layer(ground, { excludeTestServices: true, timeout: 60_000 })("the settings of WhatsApp", (it) => {
  it.effect("send a code, refuse a wrong one, and remove the number", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("owner")
      const shown = Effect.map(
        whatsAppSection(caller, "/settings", html`<input type="hidden" name="token" value="t" />`),
        String
      )
      assert.include(yield* shown, "No WhatsApp number is set.")
      assert.match(
        (yield* takeWhatsAppForm(caller, fields({ do: "whatsapp-ask", number: "0170" }))) ?? "",
        /international form/u
      )
      assert.match(
        (yield* takeWhatsAppForm(caller, fields({ do: "whatsapp-ask", number: "+491701234567" }))) ?? "",
        /on its way/u
      )
      assert.match(
        (yield* takeWhatsAppForm(caller, fields({ do: "whatsapp-ask", number: "+491701234567" }))) ?? "",
        /Wait a minute/u
      )
      assert.include(yield* shown, "A code was sent to +491701234567.")
      assert.include(yield* shown, 'name="token"')
      const pattern = new RegExp(`^(?:${/pattern="([^"]+)"/u.exec(yield* shown)?.[1] ?? "no pattern"})$`, "v")
      assert.deepStrictEqual(
        ["123456", " 123456 ", "12345", "d".repeat(6)].map((code) => pattern.test(code)),
        [true, true, false, false]
      )
      assert.match(
        (yield* takeWhatsAppForm(caller, fields({ do: "whatsapp-confirm", code: "abc" }))) ?? "",
        /wrong or has expired/u
      )
      assert.deepStrictEqual((yield* (yield* WhatsAppContacts).find(caller.viewer)).number, null)
      yield* takeWhatsAppForm(caller, fields({ do: "whatsapp-remove" }))
      assert.notInclude(yield* shown, "A code was sent to")
      assert.isNull(yield* takeWhatsAppForm(caller, fields({ do: "something-else" })))
    })
  )

  it.effect("are available only to the owner", () =>
    Effect.gen(function* () {
      const caller = yield* newCaller("member")
      assert.isNull(yield* whatsAppSection(caller, "/settings", null))
      assert.isNull(yield* takeWhatsAppForm(caller, fields({ do: "whatsapp-ask", number: "+491701234567" })))
    })
  )
})
