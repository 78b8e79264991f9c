import { hostsOfCheck } from "@mon/checks"
import { parsePublicUrl } from "@mon/public-net"
import { Effect } from "effect"
import { Passwords } from "../../auth/Passwords.ts"
import { StatusPageExport } from "../../statusExport/StatusPageExport.ts"
import { answered, answersFor, withAnsweredProofs } from "../monitors/answeredProofs.ts"
import { PublicAddresses } from "../PublicAddresses.ts"
import type { Comparison } from "./compareFile.ts"
import { isMonitorObject } from "./payloads.ts"
import type { Caller } from "../../auth/Caller.ts"
import { isUnsafeMethod, type ServiceCheck } from "@mon/model"
import { hostsToProve } from "../monitors/ownHosts.ts"

const hostnamesOf = ({ plan, wishes }: Comparison): ReadonlySet<string> => {
  const changed = new Set([...plan.create, ...plan.update].map(({ key, section }) => `${section} ${key}`))
  const found = new Set<string>()
  const note = (address: string) => {
    const target = parsePublicUrl(address)
    if (target.ok) found.add(target.hostname)
  }
  for (const { hostname, object } of wishes) {
    if (!changed.has(`${object.section} ${object.key}`)) continue
    if (hostname !== null) found.add(hostname)
    if (isMonitorObject(object) && "check" in object.entry)
      for (const host of hostsOfCheck(object.entry.check)) found.add(host)
    if (object.section === "channels")
      for (const value of Object.values(object.entry.settings)) if (value.startsWith("https://")) note(value)
  }
  return found
}

const unsafeHostnames = ({ wishes }: Comparison): ReadonlyArray<string> =>
  wishes.flatMap(({ hostname, object }) => {
    return isMonitorObject(object) &&
      hostname !== null &&
      "request" in object.entry &&
      isUnsafeMethod(object.entry.request?.method)
      ? [hostname]
      : []
  })

/** Returns the checks of the services that the plan adds or changes. */
const checksOf = ({ plan, wishes }: Comparison): ReadonlyArray<ServiceCheck> => {
  const changed = new Set(
    [...plan.create, ...plan.update].flatMap(({ key, section }) => (section === "services" ? [key] : []))
  )
  return wishes.flatMap(({ object }) =>
    object.section === "services" && changed.has(object.key) ? [object.entry.check] : []
  )
}

const domainHostnames = ({ wishes }: Comparison): ReadonlyArray<string> =>
  wishes.flatMap(({ hostname, object }) => (object.section === "domains" && hostname !== null ? [hostname] : []))

/** Makes all DNS lookups first and then runs work with their results, so that no transaction waits for a lookup. */
export const withLookups = Effect.fnUntraced(function* <A, E, R>(
  caller: Caller,
  comparison: Comparison,
  work: Effect.Effect<A, E, R>
) {
  const addresses = yield* PublicAddresses
  const refused = yield* answersFor(hostnamesOf(comparison), addresses.refuses)
  const offline = Effect.provideService(
    work,
    PublicAddresses,
    PublicAddresses.of({ refuses: (name) => Effect.suspend(() => answered(refused, name, addresses.refuses)) })
  )
  const { hostnames, mailHosts } = yield* hostsToProve(checksOf(comparison))
  const hosts = { hostnames: [...unsafeHostnames(comparison), ...hostnames], mailHosts }
  return yield* withAnsweredProofs(caller, hosts, offline, domainHostnames(comparison))
})

/**
 * Collects the status pages whose copies must be withdrawn, so that the caller can withdraw them after the transaction.
 */
export const withLateCopies = <A, E, R>(pageIds: Array<string>, work: Effect.Effect<A, E, R>) =>
  Effect.provideService(
    work,
    StatusPageExport,
    StatusPageExport.of({
      withdraw: (id) => Effect.sync(() => void pageIds.push(id)),
      withdrawAnd: (id, remove) =>
        Effect.tap(remove, () =>
          Effect.sync(() => {
            pageIds.push(id)
          })
        )
    })
  )

/** Runs work without hashing new passwords. It is meant for a trial, whose changes are undone. */
export const withoutHashes = <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Passwords, ({ verify }) =>
    Effect.provideService(work, Passwords, Passwords.of({ verify, hash: () => Effect.succeed("not stored") }))
  )
