import { People, SecondFactors } from "@mon/core-store"
import { Effect } from "effect"
import type { AttemptRequest } from "./AttemptRequest.ts"
import { checkCode } from "./secondFactor/checkCode.ts"
import { checkPassword } from "./signIn.ts"

/** `WrongCode`: the password was correct, but the person has a second factor and the code is missing or wrong. */
type IdentityResult =
  | { readonly _tag: "Right"; readonly userKey: string; readonly withCode: boolean }
  | { readonly _tag: "Wrong" }
  | { readonly _tag: "WrongCode" }
  | { readonly _tag: "Wait"; readonly seconds: number }

/** Checks the password of a person, and the code if the person has a second factor. */
export const checkIdentity = Effect.fn("checkIdentity")(function* (
  request: AttemptRequest,
  email: string,
  { code, password }: { readonly code: string | null; readonly password: string }
) {
  const result = yield* checkPassword(request, email, password)
  if (result._tag !== "Right") return result satisfies IdentityResult
  const { userKey } = result
  const factor = yield* (yield* SecondFactors).find(userKey)
  if (factor === null) return { _tag: "Right", userKey, withCode: false } satisfies IdentityResult
  const person = yield* (yield* People).findByKey(userKey)
  if (person === null || code === null || code.trim() === "") return { _tag: "WrongCode" } satisfies IdentityResult
  const checked = yield* checkCode(request, person, factor, code)
  if (checked._tag === "Right") return { _tag: "Right", userKey, withCode: true } satisfies IdentityResult
  return checked._tag === "Wait" ? checked : ({ _tag: "WrongCode" } satisfies IdentityResult)
})
