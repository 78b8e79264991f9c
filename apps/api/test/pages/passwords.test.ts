import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { isCommonPassword, passwordError } from "../../src/auth/passwordError.ts"
import { argon2Parameters, formatPhc, parsePhc, Passwords, PasswordsBusy } from "../../src/auth/Passwords.ts"

/** Cheap parameters, because these tests do not measure the cost of a hash. */
const cheap = { memory: 64, passes: 1, parallelism: 1 }

describe("passwords", () => {
  it.effect(
    "are stored as salted argon2id hashes with OWASP's parameters, and match in every Unicode normalization form",
    () =>
      Effect.gen(function* () {
        const passwords = yield* Passwords
        const [one, two] = [yield* passwords.hash("schöne Wörter"), yield* passwords.hash("schöne Wörter")]
        assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/u)
        assert.notStrictEqual(one, two)
        assert.deepStrictEqual(yield* passwords.verify("scho\u0308ne Wo\u0308rter", one), {
          right: true,
          outdated: false
        })
        assert.deepStrictEqual(yield* passwords.verify("schone Worter", one), { right: false, outdated: false })
        assert.isFalse((yield* passwords.verify("anything", null)).right)
        assert.isFalse((yield* passwords.verify("anything", "$2b$10$of-somebody-else")).right)
      }).pipe(Effect.provide(Passwords.layer))
  )

  it.effect("with outdated parameters match, and need a new hash", () =>
    Effect.gen(function* () {
      const old = yield* Effect.provide(
        Effect.flatMap(Passwords, ({ hash }) => hash("four words make one")),
        Passwords.layerWith(cheap)
      )
      const verdict = yield* (yield* Passwords).verify("four words make one", old)
      assert.deepStrictEqual(verdict, { right: true, outdated: true })
    }).pipe(Effect.provide(Passwords.layer))
  )

  it.live("are refused if too many are waiting, and the waiting ones are still checked", () => {
    const begin = Deferred.makeUnsafe<void>()
    let refused = 0
    return Effect.gen(function* () {
      const passwords = yield* Passwords
      const results = yield* Effect.forEach(
        Array.from({ length: 60 }),
        () =>
          passwords.verify("four words make one", null).pipe(
            Effect.tapError(() =>
              Effect.suspend(() => (++refused === 26 ? Deferred.succeed(begin, undefined) : Effect.void))
            ),
            Effect.result
          ),
        { concurrency: "unbounded" }
      )
      const busy = results.filter((result) => result._tag === "Failure" && result.failure instanceof PasswordsBusy)
      assert.strictEqual(busy.length, 26)
      assert.isFalse((yield* passwords.verify("again", null)).right)
      const gone = yield* Effect.forkChild(passwords.verify("of somebody who left", null), { startImmediately: true })
      yield* Fiber.interrupt(gone)
      assert.isFalse((yield* passwords.verify("still", null)).right)
    }).pipe(Effect.provide(Passwords.layerWith(cheap, Deferred.await(begin))))
  })

  it("have PHC strings that can be parsed again, and malformed ones are rejected", () => {
    const phc = { parameters: argon2Parameters, salt: Buffer.alloc(16, 1), tag: Buffer.alloc(32, 2) }
    assert.deepStrictEqual(parsePhc(formatPhc(phc)), phc)
    for (const text of [
      "",
      "$argon2i$v=19$m=1,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAAAAAAA",
      `${formatPhc(phc)}=`,
      formatPhc(phc).slice(0, 40)
    ]) {
      assert.isNull(parsePhc(text))
    }
  })

  it("may contain any characters, from 8 characters to 256 bytes", () => {
    for (const fine of ["correct horse", "пароль из слов", "🦊🐻🐼🐨🐯🦁🐮🐷", " a b c d ", "tr0ub4dor-and-3"]) {
      assert.isNull(passwordError(fine, "ann@example.com"), fine)
    }
    for (const [password, email] of [
      ["ann@example.com", "ann@example.com"],
      ["example1234", "ann@example.com"],
      ["Johannes!", "johannes@x.org"]
    ] as const) {
      assert.isNotNull(passwordError(password, email), password)
    }
  })

  it("are refused if they are common", () => {
    for (const common of [
      "password",
      "Passw0rd!",
      "12345678",
      "87654321",
      "qwerty123",
      "iloveyou1",
      "letmein99",
      "aaaaaaaa",
      "1q2w3e4r5t",
      "abcdefgh"
    ]) {
      assert.isTrue(isCommonPassword(common), common)
    }
    assert.isFalse(isCommonPassword("blue tram to the lake"))
  })
})
