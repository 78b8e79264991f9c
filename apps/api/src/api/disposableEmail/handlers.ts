import { BadRequest, type CheckDisposableEmail, type DisposableEmailRecord, messages } from "@mon/api-contract"
import { checkDisposable } from "@mon/disposable-check"
import { Effect } from "effect"
import type { JsonObject } from "../../http/RequestBody.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

const required = () => new BadRequest({ message: messages.emailOrDomainRequired })

/** Reports a value that is neither an address nor a domain. Runs before all other checks. */
const checkAddressGiven = ({ domain, email }: JsonObject): BadRequest | null =>
  typeof (email ?? domain) === "string" ? null : required()

const checkDisposableEmail = Effect.fnUntraced(function* (input: CheckDisposableEmail) {
  const verdict = checkDisposable(input.email ?? input.domain ?? "")
  if (!verdict.valid) return yield* required()
  return {
    input: verdict.input,
    domain: verdict.domain,
    isDisposable: verdict.disposable,
    class: verdict.class,
    tier: verdict.tier,
    provider: verdict.provider,
    suggestion: verdict.suggestion,
    role: verdict.role
  } satisfies DisposableEmailRecord
})

export const disposableEmailHandlers: GroupHandlers<"disposableEmail"> = {
  check: { check: checkAddressGiven, handle: ({ payload }) => Effect.map(checkDisposableEmail(payload), ok) }
}
