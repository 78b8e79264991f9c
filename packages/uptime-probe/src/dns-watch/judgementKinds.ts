import {
  aNumber,
  aString,
  type Kind,
  listOf,
  mapOf,
  nullable,
  optional,
  optionsOf,
  shape,
  variants
} from "@mon/bundled/arguments"
import type { AnsweredSet, DnsObservation } from "./DnsObservation.ts"
import type { DnsCandidate, DnsWatchSettings, DnsWatchState, WatchedSet } from "./DnsWatchState.ts"

const time = (): Kind => aNumber("a number of milliseconds")
const serial = (): Kind => nullable(aNumber("a serial number"))
const texts = (): Kind => listOf(aString)

const candidate = (): Kind =>
  shape<DnsCandidate>("a set waiting for confirmation", {
    records: texts(),
    firstSeenAt: time(),
    servers: texts(),
    rechecks: aNumber("a number")
  })

const watchedSet = (): Kind =>
  shape<WatchedSet>("a watched set", {
    records: texts(),
    acceptedAt: time(),
    serial: serial(),
    superseded: listOf(texts()),
    servers: texts(),
    behind: texts(),
    candidate: nullable(candidate()),
    seen: mapOf(time(), "an object with a time for each address"),
    learnsUntil: time(),
    pinned: texts()
  })

export const watchState = (): Kind =>
  shape<DnsWatchState>("the state from an earlier judgeDns", {
    sets: mapOf(watchedSet(), "an object with the watched sets")
  })

const serverAnswer = (): Kind => {
  const answered = shape<AnsweredSet>("an answer", { server: aString, records: texts(), serial: serial() })
  const failed = shape<{ server: string; reason: string }>("a failed query", { server: aString, reason: aString })
  return variants("status", { ok: answered, nodata: answered, nxdomain: answered, failed }, "an answer from a server")
}

export const dnsObservation = (): Kind =>
  shape<DnsObservation>("an observation from observeDns", {
    domain: aString,
    observedAt: time(),
    sets: mapOf(listOf(serverAnswer()), "an object with the answers of each set"),
    names: mapOf(aString, "an object with the name of each set")
  })

export const watchSettings = (): Kind => optionsOf<DnsWatchSettings>({ pinnedAddresses: optional(texts()) })
