import { type Person, SecondFactors } from "@mon/core-store"
import { Effect } from "effect"
import type { AttemptRequest } from "./AttemptRequest.ts"
import { checkCode } from "./secondFactor/checkCode.ts"
import { checkPassword } from "./signIn.ts"

/**
 * The result of a check. `WrongCode`: the password was correct, but the person has a second factor and the code is
 * missing or wrong.
 */
type IdentityResult =
  | { readonly _tag: "Right"; readonly person: Person; readonly withCode: boolean }
  | { readonly _tag: "Wrong" }
  | { readonly _tag: "WrongCode" }
  | { readonly _tag: "Wait"; readonly seconds: number }

export const checkIdentity = Effect.fn("checkIdentity")(function* (
  request: AttemptRequest,
  email: string,
  { code, password }: { readonly code: string | null; readonly password: string }
) {
  const result = yield* checkPassword(request, email, password)
  if (result._tag !== "Right") return result satisfies IdentityResult
  const { person } = result
  const factor = yield* (yield* SecondFactors).find(person.userKey)
  if (factor === null) return { _tag: "Right", person, withCode: false } satisfies IdentityResult
  if (code === null || code.trim() === "") return { _tag: "WrongCode" } satisfies IdentityResult
  const checked = yield* checkCode(request, person, factor, code)
  if (checked._tag === "Right") return { _tag: "Right", person, withCode: true } satisfies IdentityResult
  return checked._tag === "Wait" ? checked : ({ _tag: "WrongCode" } satisfies IdentityResult)
})
