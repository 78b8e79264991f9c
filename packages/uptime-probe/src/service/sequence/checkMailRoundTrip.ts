import { isDelayed, type ProbePorts } from "../../probe/ProbePorts.ts"
import type { MailRoundTripCheck, MailRoundTripResult } from "../mailRoundTrip/MailRoundTrip.ts"
import type { MailHop } from "../mailRoundTrip/messageHeader.ts"
import { probeMailRoundTrip } from "../mailRoundTrip/probeMailRoundTrip.ts"
import { portOf } from "../protocol/protocols.ts"
import type { CheckEnd } from "../runServiceCheck.ts"
import { readTarget, writeTarget } from "../ServiceTarget.ts"
import { sequenceResult } from "./sequenceResult.ts"

const DEFAULT_TIMEOUT_MS = 120_000
const US_PER_MS = 1_000
const MS_PER_SECOND = 1_000
/** The longest time for one connection, in milliseconds, and its largest share of the time limit. */
const CONNECTION_MS = 10_000
const CONNECTION_SHARE = 0.2
/** The connections for which time is left besides the wait: the one that sends, and the last search. */
const CONNECTIONS = 2
/** The time that is left at the end, because timers may be late. Milliseconds. */
const SPARE_MS = 500

/** Divides the time limit of a check between its connections and the time within which the message must arrive. */
const limitsOf = (allMs: number) => {
  const timeoutMs = Math.round(Math.min(CONNECTION_MS, allMs * CONNECTION_SHARE))
  const leftMs = Math.max(0, allMs - CONNECTIONS * timeoutMs - SPARE_MS)
  return { timeoutMs, withinMs: leftMs < MS_PER_SECOND ? leftMs : Math.floor(leftMs / MS_PER_SECOND) * MS_PER_SECOND }
}

const hopText = ({ by, delayMs, with: protocol }: MailHop): string =>
  [
    by ?? "?",
    ...(protocol === null ? [] : [`(${protocol})`]),
    ...(delayMs === null ? [] : [`+${Math.round(delayMs / MS_PER_SECOND)} s`])
  ].join(" ")

const foundIn = ({ accepted, authentication, deliveredMs, folder, hops }: MailRoundTripResult) => ({
  ...(accepted === null ? {} : { accepted }),
  ...(deliveredMs === null ? {} : { deliveredMs }),
  ...(folder === null ? {} : { folder }),
  ...authentication,
  ...(hops.length === 0 ? {} : { hops: hops.map(hopText) })
})

/** Returns the address of the server whose connection failed. */
const failedUrlOf = (
  request: Pick<MailRoundTripCheck, "receive" | "send">,
  failedPart: MailRoundTripResult["failedPart"]
): string | undefined => {
  if (failedPart !== "receive" && failedPart !== "send") return undefined
  const type = failedPart === "send" ? "smtp" : "imap"
  const server = request[failedPart]
  const target = readTarget(server.target, portOf({ ...server, type }))
  return target === null ? undefined : `${type}://${writeTarget(target)}`
}

/** Makes a round trip of a message as the check of a service. The request must be valid. */
export const checkMailRoundTrip = async (
  ports: ProbePorts,
  url: string,
  { authentication, expect, timeoutMs = DEFAULT_TIMEOUT_MS, type: _type, ...request }: MailRoundTripCheck,
  end: CheckEnd
) => {
  const began = performance.now()
  const stopMonitor = ports.eventLoop.begin()
  let lateMs = 0
  const result = await probeMailRoundTrip(
    ports,
    { ...request, ...limitsOf(timeoutMs), ...(authentication === undefined ? {} : { expect: authentication }) },
    end
  ).finally(() => {
    lateMs = stopMonitor()
  })
  const { deliveredMs, failedPart, message, outcome, receive, send, startedAt, thrown } = result
  return sequenceResult({
    url,
    startedAt,
    failure: outcome === "ok" ? null : { outcome, message: message ?? "" },
    connection: (failedPart === "send" ? send : receive) ?? undefined,
    failedUrl: failedUrlOf(request, failedPart),
    certificates: [send?.certificate, receive?.certificate],
    totalUs: deliveredMs === null ? null : deliveredMs * US_PER_MS,
    delayed: isDelayed(lateMs, performance.now() - began),
    thrown,
    expect,
    found: foundIn(result)
  })
}
