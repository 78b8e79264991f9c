import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import fc from "fast-check"
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { hkdfSync } from "node:crypto"
import { Randomness } from "../src/sql/Randomness.ts"
import { makeKeyring, Secrets } from "../src/secrets/Secrets.ts"
import { MIN_SECRET_LENGTH, parseSecretList, readOrMakeSecretFile } from "../src/secrets/SecretSetting.ts"

const oldest = "an-old-secret-of-enough-characters"
const newest = "the-newest-secret-of-enough-characters"

const under = <A, E>(secrets: readonly [string, ...Array<string>], use: Effect.Effect<A, E, Secrets>) =>
  Effect.provide(use, Secrets.layer(secrets))

const seal = Effect.flatMap(Secrets, (secrets) => secrets.seal("webhook", "whsec_x", "webhook 42"))

describe("a sealed text", () => {
  it.effect("opens under its label and context", () =>
    Effect.gen(function* () {
      const { open, seal: sealed } = yield* Secrets
      for (const plain of ["", "whsec_x", "ü€😀", "x".repeat(100_000)]) {
        assert.strictEqual(yield* open("webhook", yield* sealed("webhook", plain, "webhook 42"), "webhook 42"), plain)
      }
    }).pipe(Effect.provide(Secrets.layer([newest])))
  )

  it.effect("opens nowhere else", () =>
    Effect.gen(function* () {
      const { open } = yield* Secrets
      const sealed = yield* seal
      for (const [label, context] of [
        ["session", "webhook 42"],
        ["webhook", "webhook 43"],
        ["webhook", ""]
      ] as const) {
        assert.strictEqual((yield* Effect.flip(open(label, sealed, context))).reason, "Tampered")
      }
    }).pipe(Effect.provide(Secrets.layer([newest])))
  )

  it.effect("with one changed character does not open", () =>
    Effect.gen(function* () {
      const { open } = yield* Secrets
      const sealed = yield* seal
      for (let at = 0; at < sealed.length; at++) {
        const changed = `${sealed.slice(0, at)}${sealed[at] === "A" ? "B" : "A"}${sealed.slice(at + 1)}`
        // The last character of a base64url text may contain unused bits.
        const same = changed
          .split(".")
          .every((part, index) =>
            Buffer.from(part, "base64url").equals(Buffer.from(sealed.split(".")[index] ?? "", "base64url"))
          )
        if (!same)
          assert.oneOf((yield* Effect.flip(open("webhook", changed, "webhook 42"))).reason, [
            "Malformed",
            "UnknownKey",
            "Tampered"
          ])
      }
    }).pipe(Effect.provide(Secrets.layer([newest])))
  )

  it.effect("that was never sealed is reported as malformed", () =>
    Effect.gen(function* () {
      const { open } = yield* Secrets
      for (const text of [
        "",
        "whsec_plain",
        "m1...",
        "m1.aaaaaaaa.aaaaaaaaaaaaaaaa.",
        "m2.aaaaaaaa.aaaaaaaaaaaaaaaa.aaaaaaaaaaaaaaaaaaaaaaaa"
      ]) {
        assert.strictEqual((yield* Effect.flip(open("webhook", text, ""))).reason, "Malformed")
      }
    }).pipe(Effect.provide(Secrets.layer([newest])))
  )

  it.effect("has a random nonce, so that no two are alike", () =>
    Effect.gen(function* () {
      assert.notStrictEqual(yield* seal, yield* seal)
      const fixed = Effect.provideService(seal, Randomness, (size) => new Uint8Array(size))
      assert.strictEqual(yield* fixed, yield* fixed)
      assert.match(yield* fixed, /^m1\.[\w-]{8}\.A{16}\./)
    }).pipe(Effect.provide(Secrets.layer([newest])))
  )
})

describe("rotation", () => {
  it.effect("keeps old texts readable and renews them", () =>
    Effect.gen(function* () {
      const sealed = yield* under([oldest], seal)
      const rotated = [newest, oldest] as const
      const renewed = yield* under(
        rotated,
        Effect.flatMap(Secrets, ({ renew }) => renew("webhook", sealed, "webhook 42"))
      )
      assert.isNotNull(renewed)
      const { open, renew } = yield* under([newest], Secrets)
      assert.strictEqual(yield* open("webhook", renewed ?? "", "webhook 42"), "whsec_x")
      assert.isNull(yield* renew("webhook", renewed ?? "", "webhook 42"))
      const error = yield* Effect.flip(open("webhook", sealed, "webhook 42"))
      assert.strictEqual(error.reason, "UnknownKey")
      assert.include(error.message, "MON_SECRET")
    })
  )

  it("keeps old signatures valid until their secret leaves the list", () => {
    const signature = makeKeyring([oldest]).sign("link", "a message")
    assert.isTrue(makeKeyring([newest, oldest]).verify("link", "a message", signature))
    assert.isFalse(makeKeyring([newest]).verify("link", "a message", signature))
  })
})

describe("a signature", () => {
  it("is valid for its message and label only, in one spelling only", () => {
    const { sign, verify } = makeKeyring([newest])
    const signature = sign("link", "message")
    assert.strictEqual(signature.length, 43)
    assert.isTrue(verify("link", "message", signature))
    for (const [label, message, given] of [
      ["link", "messagE", signature],
      ["session", "message", signature],
      ["link", "message", ""],
      ["link", "message", signature.slice(1)],
      ["link", "message", `${signature}=`],
      ["link", "message", `${signature.slice(0, -1)}${signature.endsWith("A") ? "B" : "A"}`]
    ] as const)
      assert.isFalse(verify(label, message, given))
  })

  it("is never valid for another message", () => {
    const { sign, verify } = makeKeyring([newest])
    fc.assert(
      fc.property(
        fc.string(),
        fc.string(),
        (one, other) => verify("link", other, sign("link", one)) === (one === other)
      )
    )
  })
})

describe("derived keys", () => {
  it("are HKDF-SHA-256 of the newest secret, and differ by label", () => {
    const { derive } = makeKeyring([newest, oldest])
    assert.deepStrictEqual(
      Buffer.from(derive("a")),
      Buffer.from(hkdfSync("sha256", newest, "mon/secrets/1", "label a", 32))
    )
    assert.notDeepEqual(derive("a"), derive("b"))
  })
})

describe("the list of secrets", () => {
  it("is read newest first, and an invalid one is refused with a message", () => {
    assert.deepStrictEqual(parseSecretList(` ${newest} , ${oldest} `), { ok: true, secrets: [newest, oldest] })
    for (const text of ["", "short", `${newest},`, `${newest},short`, "x".repeat(MIN_SECRET_LENGTH - 1)]) {
      assert.deepStrictEqual(parseSecretList(text), {
        ok: false,
        message: "must be a comma-separated list of secrets with at least 32 characters each, newest first"
      })
    }
    assert.isFalse(parseSecretList(Array.from({ length: 17 }, () => newest).join(",")).ok)
  })
})

describe("the secret file", () => {
  it("is created once, with access for its owner only, and reused", async () => {
    const folder = await mkdtemp(join(tmpdir(), "mon-secret-"))
    try {
      const file = join(folder, "deeper", "secret")
      const all = await Promise.all([1, 2, 3, 4].map(() => readOrMakeSecretFile(file)))
      assert.strictEqual(new Set(all).size, 1)
      assert.isTrue(parseSecretList(all[0] ?? "").ok)
      assert.strictEqual((await stat(file)).mode & 0o777, 0o600)
      assert.strictEqual((await readFile(file, "utf8")).trim(), all[0])
      await writeFile(file, `${newest},${oldest}\n`)
      assert.strictEqual(await readOrMakeSecretFile(file), `${newest},${oldest}`)
    } finally {
      await rm(folder, { recursive: true })
    }
  })
})
