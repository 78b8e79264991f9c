import { guard } from "@mon/bundled/callbacks"
import { randomBytes } from "node:crypto"
import { type Failure, outcomes } from "../../Outcome.ts"
import { DEFAULT_TIMEOUT_MS, type ProbePorts, startDeadline } from "../../probe/ProbePorts.ts"
import { THROWN, toError } from "../../probe/unmadeCheck.ts"
import { Connection } from "../Connection.ts"
import { runDialogue } from "../dialogue/runDialogue.ts"
import { surroundingsOf } from "../dialogue/surroundingsOf.ts"
import type { Surroundings, Talk } from "../dialogue/Talk.ts"
import { concealSecrets } from "../protocol/concealSecrets.ts"
import { portOf } from "../protocol/protocols.ts"
import type { CheckEnd } from "../runServiceCheck.ts"
import { readTarget, type ServiceTarget } from "../ServiceTarget.ts"
import type { MailConnection, MailRoundTripRequest, MailRoundTripResult, MailServer } from "./MailRoundTrip.ts"
import { authenticationOf, hopsOf } from "./messageHeader.ts"
import { type FetchFound, talkFetch } from "./talkFetch.ts"
import { type SendFound, talkSend } from "./talkSend.ts"

const DEFAULT_WITHIN_MS = 120_000
/** The waits between searches, in milliseconds. Each one is twice as long as the one before. */
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000
const ID_BYTES = 16

interface Visit<Found> {
  readonly facts: MailConnection
  readonly failure: Failure | null
  readonly found: Partial<Found>
}

interface Visitor extends Pick<MailRoundTripRequest, "family" | "timeoutMs"> {
  readonly type: "imap" | "smtp"
  readonly signal: AbortSignal | undefined
}

const visit = async <Found extends object>(
  ports: ProbePorts,
  server: MailServer,
  { family, signal, timeoutMs = DEFAULT_TIMEOUT_MS, type }: Visitor,
  talk: (around: Surroundings) => Talk<Found>
): Promise<Visit<Found>> => {
  const { serverName, tls = "ifOffered" } = server
  const target = readTarget(server.target, portOf({ type, tls })) as ServiceTarget
  const deadline = startDeadline(timeoutMs, signal)
  const connection = new Connection(ports, { target, family, serverName, timeoutMs }, deadline)
  try {
    const broken = (await connection.open()) ?? (tls === "fromStart" ? await connection.secure() : null)
    if (broken !== null) return { facts: connection.facts(), failure: broken, found: {} }
    const around = surroundingsOf(target, connection.localAddress)
    const { facts, failure, found } = await runDialogue(connection, talk(around), { plainSecrets: tls === "never" })
    const message = failure === null ? "" : concealSecrets(failure.message, server)
    return { facts, found, failure: failure === null ? null : { ...failure, message } }
  } finally {
    connection.close()
    deadline.end()
  }
}

/** Waits, and ends early if the signal is aborted. */
const pause = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const safely = guard(reject)
    const end = safely(() => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      resolve()
    })
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener("abort", end)
    if (signal?.aborted === true) end()
  })

const messageWith = ({ from, to }: MailRoundTripRequest, id: string, at: Date): string =>
  [
    `Date: ${at.toUTCString().replace("GMT", "+0000")}`,
    `From: <${from}>`,
    `To: <${to}>`,
    "Subject: Test of mail delivery",
    `Message-ID: ${id}`,
    // Vacation notices and lists do not answer such a message (RFC 3834).
    "Auto-Submitted: auto-generated",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "",
    "This message tests the delivery of mail. It is deleted when it arrives."
  ].join("\r\n")

const domainOf = (address: string): string => address.slice(address.lastIndexOf("@") + 1)

const METHODS = ["spf", "dkim", "dmarc"] as const

/** Returns the failure of a message that has arrived, or null. */
const judge = (
  { folder = "", header = "" }: Partial<FetchFound>,
  { expect = {}, receive: { folders = ["INBOX"] } }: MailRoundTripRequest
): Failure | null => {
  if (!folders.includes(folder))
    return { outcome: "wrong_answer", message: `The message arrived in the folder ${folder}.` }
  const found = authenticationOf(header)
  for (const method of METHODS) {
    const wanted = expect[method]
    if (wanted !== undefined && found[method] !== wanted)
      return {
        outcome: "wrong_answer",
        message: `The receiving server must report ${method}=${wanted}, but it reports ${found[method] ?? "nothing"}.`
      }
  }
  return null
}

interface Ends {
  readonly failedPart: MailRoundTripResult["failedPart"]
  readonly failure: Failure | null
  readonly sent: Visit<SendFound> | null
  readonly seen: Visit<FetchFound> | null
  readonly deliveredMs: number | null
  readonly thrown?: Error
}

const travel = async (
  ports: ProbePorts,
  request: MailRoundTripRequest,
  signal: AbortSignal | undefined
): Promise<Ends> => {
  const { family, from, receive, send, timeoutMs, to, withinMs = DEFAULT_WITHIN_MS } = request
  const visitor = {
    signal,
    ...(family === undefined ? {} : { family }),
    ...(timeoutMs === undefined ? {} : { timeoutMs })
  }
  const id = `<${randomBytes(ID_BYTES).toString("hex")}@${domainOf(from)}>`
  const message = { from, to, content: messageWith(request, id, new Date()) }
  const sent = await visit(ports, send, { ...visitor, type: "smtp" }, (around) => talkSend(send, message, around))
  if (sent.failure !== null) return { failedPart: "send", failure: sent.failure, sent, seen: null, deliveredMs: null }
  const acceptedAt = performance.now()
  const folders = [...(receive.folders ?? ["INBOX"]), ...(receive.junkFolders ?? ["Junk"])]
  const searchMailbox = () =>
    visit(ports, receive, { ...visitor, type: "imap" }, (around) => talkFetch(receive, id, folders, around))
  for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS)) {
    const seen = await searchMailbox()
    const deliveredMs = Math.round(performance.now() - acceptedAt)
    if (seen.found.folder !== undefined) {
      const failure = judge(seen.found, request)
      return { failedPart: failure === null ? null : "delivery", failure, sent, seen, deliveredMs }
    }
    const leftMs = withinMs - deliveredMs
    // Trying a wrong password again and again can lock the account.
    const isHopeless = seen.failure?.outcome === "login_refused"
    if (leftMs <= 0 || isHopeless || signal?.aborted === true) {
      const late: Failure = {
        outcome: "header_timeout",
        message: `The message did not arrive within ${withinMs / 1_000} seconds.`
      }
      const failedPart = seen.failure === null ? "delivery" : "receive"
      return { failedPart, failure: seen.failure ?? late, sent, seen, deliveredMs: null }
    }
    await pause(Math.min(waitMs, leftMs), signal)
  }
}

const connectionOf = (made: Visit<object> | null): MailConnection | null => made?.facts ?? null

/** Rejects only with the signal's reason. The request must be valid. */
export const probeMailRoundTrip = async (
  ports: ProbePorts,
  request: MailRoundTripRequest,
  { onBegin, signal: outer }: CheckEnd
): Promise<MailRoundTripResult> => {
  outer?.throwIfAborted()
  const startedAt = Date.now()
  const stop = new AbortController()
  onBegin?.(() => stop.abort())
  const signal = outer === undefined ? stop.signal : AbortSignal.any([outer, stop.signal])
  const { deliveredMs, failedPart, failure, seen, sent, thrown } = await travel(ports, request, signal).catch(
    (error: unknown): Ends => ({
      failedPart: "send",
      failure: THROWN,
      sent: null,
      seen: null,
      deliveredMs: null,
      thrown: toError(error)
    })
  )
  outer?.throwIfAborted()
  const outcome = failure?.outcome ?? "ok"
  const { deterministic, verdict } = outcomes[outcome]
  const header = seen?.found.header ?? ""
  return {
    startedAt,
    outcome,
    verdict,
    deterministic,
    message: failure?.message ?? null,
    failedPart,
    deliveredMs,
    accepted: sent?.found.accepted ?? null,
    folder: seen?.found.folder ?? null,
    hops: hopsOf(header),
    authentication: authenticationOf(header),
    send: connectionOf(sent),
    receive: connectionOf(seen),
    ...(thrown === undefined ? {} : { thrown })
  }
}
