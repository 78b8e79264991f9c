import { guard } from "@mon/bundled/callbacks"
import { jobsIn, moduleBeside, WorkerPool } from "@mon/process-runtime/worker-pool"
import { Context, Effect, Exit, type Scope } from "effect"
import type { AddressInfo } from "node:net"
import type { SMTPServer, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from "smtp-server"
import { siteOf } from "../auth/networkOf.ts"
import { ListenError } from "../http/Server.ts"
import * as mailJobs from "./mailJobs.ts"
import type { DeliveryReply, MailClient, MailRules } from "./MailRules.ts"
import { OpenSessions } from "./OpenSessions.ts"

/** Limits of the receiver. Times are in milliseconds. */
export interface MailLimits {
  /** The largest size of a message, in bytes. */
  readonly messageBytes: number
  /**
   * The largest number of recipients of a message. Clients send the message again for further recipients (RFC 5321
   * section 4.5.3.1.10).
   */
  readonly recipients: number
  /** The number of recipients that do not exist at which a session ends. */
  readonly refusedRecipients: number
  readonly connections: number
  /** The largest number of connections of one network. Postfix opens at most 20 connections to one destination. */
  readonly connectionsOfNetwork: number
  /** The longest time without a byte from the client. */
  readonly idleMs: number
  /** The longest time of a session. */
  readonly sessionMs: number
  /** The longest time for messages in progress to be stored when the receiver stops. */
  readonly shutdownGraceMs: number
  /**
   * The largest size of a command with its parameters, in bytes. RFC 5321 section 4.5.3.1.4 and its extensions need
   * less than 1,100 bytes.
   */
  readonly commandBytes: number
}

/** The limits of the receiver. Tests provide lower limits to avoid waiting. */
export const MailLimits = Context.Reference<MailLimits>("@mon/api/MailLimits", {
  defaultValue: () => ({
    messageBytes: 1_048_576,
    recipients: 10,
    refusedRecipients: 20,
    connections: 100,
    connectionsOfNetwork: 20,
    idleMs: 60_000,
    sessionMs: 300_000,
    shutdownGraceMs: 10_000,
    commandBytes: 2_048
  })
})

/** The address that the receiver listens on, and its certificate for STARTTLS. */
export interface MailBinding {
  readonly host: string
  readonly port: number
  /** The name of the server in its greeting. */
  readonly name: string
  /** Certificate and key in PEM form. Null: the receiver does not offer STARTTLS. */
  readonly tls: { readonly cert: string; readonly key: string } | null
}

/** The commands that the SMTP library supports, but this receiver does not. */
const DISABLED = ["AUTH", "WIZ", "SHELL", "KILL", "VRFY", "HELP", "XCLIENT", "XFORWARD"]

const readJob = jobsIn<typeof mailJobs>(moduleBeside("./mailJobs", import.meta.url))(
  "readMail",
  mailJobs.READ_DEADLINE_MS
)

/**
 * A reply that refuses a message, a recipient or a connection. A code from 400 to 499 means "try again later", and a
 * code of 500 or above means "never".
 */
class Refusal extends Error {
  readonly responseCode: number
  constructor(responseCode: number, text: string) {
    super(text)
    this.responseCode = responseCode
  }
}

const unknownRecipient = () => new Refusal(550, "No such mailbox here")
const later = () => new Refusal(451, "The message was not stored, try again later")
const tooMany = () => new Refusal(421, "Too many refused recipients")
const busy = () => new Refusal(421, "Too many connections from your network, try again later")
const unreadable = () => new Refusal(554, "The message cannot be read")
const incomplete = () => new Refusal(451, "The message is not complete")

/** The initial size of the buffer for a message, in bytes. Most messages are shorter. */
const FIRST_BYTES = 16_384

/** The multiple of the size limit after which an endless message ends the connection. */
const ENDLESS = 4

/**
 * Reads a message. Returns null if the message is incomplete. Does not keep a message that is too long, because the
 * library refuses it.
 */
const readStream = (stream: SMTPServerDataStream, limit: number, onEndless: () => void) =>
  Effect.callback<Uint8Array | null>((resume) => {
    let size = 0
    let kept = Buffer.alloc(FIRST_BYTES)
    const safely = guard((error) => resume(Effect.die(error)))
    const keep = (chunk: Buffer, end: number) => {
      // One buffer grows instead of a list of chunks, because a list of chunks of one byte each would take a hundred
      // times the memory.
      if (end > kept.length) kept = Buffer.concat([kept], Math.max(end, kept.length * 2))
      chunk.copy(kept, size)
    }
    stream.on(
      "data",
      safely((chunk: Buffer) => {
        const end = size + chunk.length
        if (end <= limit) keep(chunk, end)
        size = end
        if (size > limit * ENDLESS) onEndless()
      })
    )
    stream.once(
      "end",
      safely(() => resume(Effect.succeed(kept.subarray(0, size))))
    )
    const onBroken = safely(() => resume(Effect.succeed(null)))
    stream.once("error", onBroken)
    stream.once("close", onBroken)
  })

const clientOf = ({ envelope: { mailFrom }, remoteAddress }: SMTPServerSession): MailClient => ({
  address: remoteAddress,
  sender: mailFrom === false ? "" : mailFrom.address
})

/** Returns the reply to a message from the outcome for each recipient. Null: the message is stored. */
const replyOf = (outcomes: ReadonlyArray<DeliveryReply>): Refusal | null => {
  // The client sends the message again to all recipients. A recipient that already has the message does not get it
  // twice.
  if (outcomes.includes("later")) return later()
  return outcomes.includes("stored") ? null : unknownRecipient()
}

const deliverAll = Effect.fnUntraced(function* <R>(
  bytes: Uint8Array,
  session: SMTPServerSession,
  { deliver }: MailRules<R>
) {
  const client = clientOf(session)
  const read = yield* (yield* WorkerPool).run(readJob, bytes, siteOf(client.address))
  if (read._tag === "Busy" || read._tag === "TooSlow") return later()
  if (read._tag !== "Done" || read.value === null) return unreadable()
  const mail = read.value
  return replyOf(yield* Effect.forEach(session.envelope.rcptTo, ({ address }) => deliver(address, mail, client)))
})

const listen = (server: SMTPServer, { host, port }: MailBinding) =>
  Effect.callback<number, ListenError>((resume) => {
    const safely = guard((error) => resume(Effect.die(error)))
    server.once(
      "error",
      safely((cause: Error) => resume(Effect.fail(new ListenError({ host, port, cause }))))
    )
    // Later errors are errors of single connections, which the library closes itself.
    server.on(
      "error",
      safely(() => {})
    )
    server.listen(
      { host, port },
      safely(() => resume(Effect.succeed((server.server.address() as AddressInfo).port)))
    )
  })

const endSession = (server: SMTPServer, id: string, text: string): void => {
  for (const connection of server.connections) if (connection.id === id) connection.send(421, text)
}

/** Ends idle sessions, and waits until the messages in progress are answered. */
const stop = (server: SMTPServer, sessions: OpenSessions) =>
  Effect.callback<void>((resume) => {
    const safely = guard((error) => resume(Effect.die(error)))
    server.close(safely(() => resume(Effect.void)))
    for (const { id } of server.connections) if (!sessions.isBusy(id)) endSession(server, id, "The service stops")
  })

/**
 * Receives emails until the scope closes, and returns the port. The rules decide about recipients, and store messages
 * before the receiver acknowledges them. The receiver forwards no message.
 */
export const receiveMail = Effect.fnUntraced(function* <R>(
  binding: MailBinding,
  rules: MailRules<R>
): Effect.fn.Return<number, ListenError, R | WorkerPool | Scope.Scope> {
  const limits = yield* MailLimits
  const run = Effect.runForkWith(yield* Effect.context<R | WorkerPool>())
  const sessions = new OpenSessions({ ofNetwork: limits.connectionsOfNetwork, refused: limits.refusedRecipients })

  /**
   * Runs a decision, and passes its refusal to the library. Null: the decision accepts the message or the recipient.
   */
  const decide = (
    decision: Effect.Effect<Refusal | null, never, R | WorkerPool>,
    answer: (refusal: Refusal | null) => void
  ): void => {
    const safe = Effect.catchCause(decision, (cause) =>
      Effect.as(Effect.logError("An email could not be processed", cause), later())
    )
    const settle = guard(() => {})((exit: Exit.Exit<Refusal | null>) =>
      answer(Exit.isSuccess(exit) ? exit.value : later())
    )
    run(safe).addObserver(settle)
  }

  const { SMTPServer: Server } = yield* Effect.promise(() => import("smtp-server"))
  const options: SMTPServerOptions = {
    logger: false,
    name: binding.name,
    disableReverseLookup: true,
    hideENHANCEDSTATUSCODES: false,
    disabledCommands: binding.tls === null ? [...DISABLED, "STARTTLS"] : DISABLED,
    ...binding.tls,
    size: limits.messageBytes,
    rejectOversized: true,
    maxRecipients: limits.recipients,
    maxClients: limits.connections,
    maxCommandLength: limits.commandBytes,
    socketTimeout: limits.idleMs,
    closeTimeout: limits.shutdownGraceMs,
    onConnect: ({ id, remoteAddress }, answer) => {
      const safely = guard(() => answer(later()))
      const startClock = () => {
        const clock = setTimeout(
          guard(() => {})(() => endSession(server, id, "The session took too long")),
          limits.sessionMs
        )
        return () => clearTimeout(clock)
      }
      safely(() => answer(sessions.open(id, remoteAddress, startClock) ? null : busy()))()
    },
    onRcptTo: ({ address }, session, answer) => {
      const decision = Effect.map(rules.admit(address, clientOf(session)), (reply) => {
        if (reply === "exists") return null
        // The client is not the reason for a temporary refusal, so such a refusal does not count toward the limit.
        if (reply === "later") return later()
        return sessions.refuse(session.id) ? unknownRecipient() : tooMany()
      })
      decide(decision, answer)
    },
    onData: (stream, session, answer) => {
      sessions.setBusy(session.id, true)
      const end = () => endSession(server, session.id, "The message is too long")
      const decision = Effect.flatMap(readStream(stream, limits.messageBytes, end), (bytes) => {
        if (bytes === null) return Effect.succeed(incomplete())
        return stream.sizeExceeded ? Effect.succeed(null) : deliverAll(bytes, session, rules)
      })
      decide(decision, (refusal) => {
        sessions.setBusy(session.id, false)
        answer(refusal)
      })
    },
    onClose: guard(() => {})(({ id }: SMTPServerSession) => sessions.close(id))
  }
  const server = new Server(options)
  return yield* Effect.acquireRelease(listen(server, binding), () => stop(server, sessions))
})
