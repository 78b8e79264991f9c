import { mailDomainOf, toEmailHealthResult } from "@mon/checks"
import { EmailHealthChecks } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { getDomain } from "../domains/get.ts"
import { answerEmailHealth } from "./answer.ts"

/** The e-mail health of a domain that the caller can see; its record and history learn what is newer than they know. */
export const domainEmailHealth = Effect.fn("domainEmailHealth")(function* (caller: Caller, id: string, fresh = false) {
  const { hostname } = yield* getDomain(caller, id)
  const report = yield* answerEmailHealth(mailDomainOf(hostname), fresh)
  yield* (yield* EmailHealthChecks).note(caller.viewer, id, toEmailHealthResult(report))
  return report
})
