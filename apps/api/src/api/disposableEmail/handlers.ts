import { BadRequest, type CheckDisposableEmail, type DisposableEmailRecord, messages } from "@mon/api-contract"
import { checkDisposable } from "@mon/disposable-check"
import { Effect } from "effect"
import type { JsonObject } from "../../http/RequestBody.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"

const required = () => new BadRequest({ message: messages.emailOrDomainRequired })

/** Whatever else is wrong, something that is no address and no domain is the first to be said. */
const checkAddressGiven = ({ domain, email }: JsonObject): BadRequest | null =>
  typeof (email ?? domain) === "string" ? null : required()

/** What the list says of an address or a domain. */
const checkDisposableEmail = Effect.fnUntraced(function* (wanted: CheckDisposableEmail) {
  const verdict = checkDisposable(wanted.email ?? wanted.domain ?? "")
  if (!verdict.valid) return yield* required()
  return {
    input: verdict.input,
    domain: verdict.domain,
    isDisposable: verdict.disposable,
    class: verdict.class,
    tier: verdict.tier,
    provider: verdict.provider
  } satisfies DisposableEmailRecord
})

export const disposableEmailHandlers: GroupHandlers<"disposableEmail"> = {
  check: { check: checkAddressGiven, handle: ({ payload }) => Effect.map(checkDisposableEmail(payload), ok) }
}
