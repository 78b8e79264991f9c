import {
  BadRequest,
  Forbidden,
  messages,
  NotFound,
  type SetStatusHost,
  TooManyRequests,
  Unavailable
} from "@mon/api-contract"
import { HostProofs } from "@mon/checks"
import { HostProofChecks, type SetHostResult, StatusPageHosts, StatusPages } from "@mon/core-store"
import { Effect } from "effect"
import type { Caller } from "../../auth/Caller.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { parseOwnHostname } from "../../statusPages/ownHostname.ts"
import { serviceHostOf, shownPage } from "./shownPage.ts"
import { type GroupHandlers, ok } from "../ApiHandler.ts"
import { allowedPage, foundPage } from "./pageHandlers.ts"

const noHost = () => new NotFound({ message: messages.statusHostNone })

const serviceHost = Effect.map(PublicUrl, ({ base }) => serviceHostOf(base()))

const storedPage = Effect.fnUntraced(function* (caller: Caller, id: string) {
  const page = yield* (yield* StatusPages).find(caller.viewer, id)
  return yield* page === null ? noHost() : shownPage(caller, page)
})

/**
 * Queries the DNS records of a host name, and assigns the host name to the status page if the proof record exists.
 * Returns false if no server responds.
 */
const lookUp = Effect.fnUntraced(function* ({ principal, viewer }: Caller, id: string, hostname: string) {
  const proofs = yield* HostProofs
  const { finding } = yield* proofs.find(principal.accountId, hostname)
  if (finding === "unknown") return false
  const address = yield* proofs.findAddress(hostname, yield* serviceHost)
  if (finding === "published") yield* (yield* HostProofChecks).confirm(viewer.accountKey, hostname)
  yield* (yield* StatusPageHosts).note(viewer, id, { isPublished: finding === "published", address })
  return true
})

const refusalOf = (
  { limits }: Caller,
  result: Exclude<SetHostResult, { readonly _tag: "Set" }>
): BadRequest | NotFound => {
  if (result._tag === "Absent") return new NotFound({ message: messages.statusPageNotFound })
  if (result._tag === "LimitReached")
    return new BadRequest({ message: messages.statusHostLimit(limits.statusPageHosts, limits.title) })
  if (result._tag === "OwnPage") return new BadRequest({ message: messages.statusHostOwnPage(result.pageName) })
  return new BadRequest({ message: messages.statusHostProven })
}

const setHost = Effect.fn("setStatusHost")(function* (caller: Caller, id: string, input: SetStatusHost) {
  yield* allowedPage(caller, id)
  const parsed = parseOwnHostname(input.hostname, yield* serviceHost)
  if (!parsed.ok) return yield* new BadRequest({ message: parsed.message })
  const hosts = yield* StatusPageHosts
  const result = yield* hosts.set(caller.viewer, id, parsed.hostname, caller.limits.statusPageHosts)
  if (result._tag !== "Set") return yield* refusalOf(caller, result)
  yield* lookUp(caller, id, parsed.hostname)
  return yield* storedPage(caller, id)
})

const removeHost = Effect.fn("removeStatusHost")(function* (caller: Caller, id: string) {
  yield* foundPage(caller, id)
  if (!(yield* (yield* StatusPageHosts).remove(caller.viewer, id))) return yield* noHost()
  return yield* storedPage(caller, id)
})

const checkHost = Effect.fn("checkStatusHost")(function* (caller: Caller, id: string) {
  const page = yield* allowedPage(caller, id)
  const { statusPageHosts, title } = caller.limits
  if (page.host?.stoppedBy === "plan")
    return yield* new Forbidden({ message: messages.statusHostOverLimit(statusPageHosts, title) })
  const asked = yield* (yield* StatusPageHosts).ask(caller.viewer, id)
  if (asked._tag === "Absent") return yield* noHost()
  if (asked._tag === "TooSoon") return yield* new TooManyRequests({ message: messages.checkedJustNow(asked.seconds) })
  if (!(yield* lookUp(caller, id, asked.hostname)))
    return yield* new Unavailable({ message: messages.statusHostNoAnswer })
  return yield* storedPage(caller, id)
})

export const statusHostHandlers: GroupHandlers<"statusHosts"> = {
  set: ({ caller, params, payload }) => Effect.map(setHost(caller, params.id, payload), ok),
  remove: ({ caller, params }) => Effect.map(removeHost(caller, params.id), ok),
  check: ({ caller, params }) => Effect.map(checkHost(caller, params.id), ok)
}
