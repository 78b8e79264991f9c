import { type Person, People } from "@mon/core-store"
import { Effect } from "effect"
import { type AttemptKind, clearAttempts, forgiveAttempt, takeFirstWait } from "./AttemptLimits.ts"
import { knownDevice } from "./DeviceCookie.ts"
import type { AttemptRequest } from "./AttemptRequest.ts"
import { networkOf } from "./networkOf.ts"
import { Passwords } from "./Passwords.ts"

/** The result of a sign-in: the person, a refusal without a reason, or the number of seconds to wait. */
type SignInResult =
  | { readonly _tag: "Right"; readonly person: Person }
  | { readonly _tag: "Wrong" }
  | { readonly _tag: "Wait"; readonly seconds: number }

export const fromNetwork = (network: string, email: string): string => `${network} ${email}`

/**
 * Returns the limits that count an attempt, narrowest first. If a limit requires a wait, wider limits do not count the
 * attempt. Otherwise, one person could use up the attempts of a whole network or of another person.
 */
const limitsOf = (
  email: string,
  network: string,
  device: string | null
): ReadonlyArray<readonly [AttemptKind, string]> =>
  device === null
    ? [
        ["password", fromNetwork(network, email)],
        ["network", network],
        ["address", email]
      ]
    : [["device", device]]

/**
 * Returns the stored person if the password is correct, otherwise null. If the hash has outdated parameters, replaces
 * it with a new one.
 */
const provenBy = Effect.fnUntraced(function* (password: string, person: Person | null) {
  const people = yield* People
  const passwords = yield* Passwords
  const { outdated, right } = yield* passwords.verify(password, person?.passwordHash ?? null)
  if (person === null || person.passwordHash === null || !right) return null
  if (!outdated) return person
  const passwordHash = yield* passwords.hash(password)
  if (yield* people.rehash(person.userKey, person.passwordHash, passwordHash)) return { ...person, passwordHash }
  const now = yield* people.findByKey(person.userKey)
  return (yield* passwords.verify(password, now?.passwordHash ?? null)).right ? now : null
})

/** Checks a password. For an unknown address, the check takes equally long and also counts as an attempt. */
export const checkPassword = Effect.fn("checkPassword")(function* (
  request: AttemptRequest,
  email: string,
  password: string
) {
  const people = yield* People
  const network = networkOf(request.clientAddress)
  const person = yield* people.findByEmail(email)
  const device = yield* knownDevice(request, person)
  const limits = limitsOf(email, network, device)
  const seconds = yield* takeFirstWait(limits)
  if (seconds > 0) return { _tag: "Wait", seconds } satisfies SignInResult
  const proven = yield* provenBy(password, person)
  if (proven === null) return { _tag: "Wrong" } satisfies SignInResult
  const [[kind, of] = ["password", email] as const, ...wider] = limits
  yield* clearAttempts(kind, of)
  for (const limit of wider) yield* forgiveAttempt(...limit)
  return { _tag: "Right", person: proven } satisfies SignInResult
})
