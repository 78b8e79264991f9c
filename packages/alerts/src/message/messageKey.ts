import { argumentsOf } from "@mon/bundled/arguments"
import { renderableFact } from "../argumentKinds.ts"
import { type Fact, factKey } from "@mon/model/facts"
import { createHash } from "node:crypto"
import type { RenderableFact } from "./RenderableFact.ts"

const acceptMessageKey = /* @__PURE__ */ argumentsOf("messageKey", () => ({ fact: renderableFact() }))
const acceptPrecedingKey = /* @__PURE__ */ argumentsOf("precedingKey", () => ({ fact: renderableFact() }))

const keyOfAll = (kind: "digest" | "summary", facts: ReadonlyArray<Fact>): string =>
  `${kind}:${createHash("sha256").update(facts.map(factKey).toSorted().join("\n")).digest("hex").slice(0, 32)}`

/**
 * Returns the key from which the Message-ID of an email is made: the key of its fact, which is the same for every
 * attempt.
 */
export const messageKey = (fact: RenderableFact): string => {
  acceptMessageKey(fact)
  if (fact.kind === "digest") return keyOfAll(fact.kind, fact.transitions)
  if (fact.kind === "summary") return keyOfAll(fact.kind, fact.facts)
  return fact.kind === "unreadable" ? fact.key : factKey(fact)
}

/** Returns the key of the previous email in a thread. The end of an incident follows
 * its beginning. */
export const precedingKey = (fact: RenderableFact): string | null => {
  acceptPrecedingKey(fact)
  if (fact.kind === "external_resolved") return factKey({ ...fact, kind: "external_alert" })
  return fact.kind === "up" ? factKey({ ...fact, kind: "down" }) : null
}
