import { BadRequest, type CheckEmailHealth, messages } from "@mon/api-contract"
import { parseMailDomain } from "@mon/checks"
import { Effect } from "effect"
import type { JsonObject } from "../ApiHandler.ts"
import { answerEmailHealth } from "./answer.ts"

/** Without a domain nothing else matters. */
export const checkMailDomainGiven = ({ domain }: JsonObject): BadRequest | null =>
  typeof domain === "string" && domain.trim() !== "" ? null : new BadRequest({ message: messages.mailDomainRequired })

/** The e-mail health of any domain. */
export const checkEmailHealth = Effect.fn("checkEmailHealth")(function* ({
  domain: typed,
  fresh = false
}: CheckEmailHealth) {
  const domain = parseMailDomain(typed)
  if (domain === null) return yield* new BadRequest({ message: messages.mailDomainInvalid })
  return yield* answerEmailHealth(domain, fresh)
})
