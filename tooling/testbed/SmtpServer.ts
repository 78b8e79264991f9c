import type { AddressInfo, Socket } from "node:net"
import { SMTPServer, type SMTPServerSession } from "smtp-server"
import { makeArrivals } from "./Arrivals.ts"
import { actionAt, type SmtpAction, type SmtpBehaviour, type SmtpStage } from "./SmtpServerBehaviour.ts"
import { readMessage, type SmtpMessage } from "./SmtpServerMessage.ts"

/** An email whose content has arrived, whatever the server responded. */
export interface ReceivedMail extends SmtpMessage {
  /** The sender in the envelope. */
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly raw: Buffer
  /**
   * Whether the server responded with 250. False: after the content, it rejected the email, stopped responding or
   * closed the connection.
   */
  readonly acknowledged: boolean
  readonly secure: boolean
  /** The signed-in user, or null. */
  readonly user: string | null
}

export interface SmtpServerOptions {
  /** Any address of 127.0.0.0/8 or ::1. Default: 127.0.0.1. */
  readonly host?: string
  /** The port. Default: 0, which selects any free port. */
  readonly port?: number
  readonly behaviour?: SmtpBehaviour
  /** The server offers STARTTLS. With `implicit`, the connection begins with the TLS handshake. */
  readonly tls?: { readonly certPem: string; readonly keyPem: string; readonly implicit?: boolean }
  /** The passwords by user. If it is set, clients must sign in. */
  readonly accounts?: Readonly<Record<string, string>>
}

export interface SmtpServer {
  readonly host: string
  readonly port: number
  /** The URL: `smtp://127.0.0.1:2525`, or `smtps://…`. */
  readonly url: string
  /** Sets the behaviour for later connections. */
  readonly behave: (behaviour: SmtpBehaviour) => void
  /** Every email since the start. */
  readonly mails: ReadonlyArray<ReceivedMail>
  /** Returns the oldest email that was not returned yet, or waits for the next one. */
  readonly nextMail: (matches?: (mail: ReceivedMail) => boolean) => Promise<ReceivedMail>
  /** The number of connections since the start. */
  readonly accepted: number
  /** The number of open connections. */
  readonly connections: number
  /** Resolves when no connection is open. */
  readonly whenIdle: () => Promise<void>
  readonly close: () => Promise<void>
}

const MAX_MAIL_BYTES = 32 * 1024 * 1024

type Answer = (error?: Error | null) => void

const refusal = (code: number, text: string): Error => Object.assign(new Error(text), { responseCode: code })

const readAll = async (stream: AsyncIterable<Buffer>): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/**
 * Starts a mail server on loopback that stores every email and whose behaviour a test controls.
 *
 * @example
 * ```ts
 * const server = await startSmtpServer({ behaviour: { reply: 451 } })
 * server.behave({})
 * const { subject } = await server.nextMail()
 * await server.close()
 * ```
 */
export const startSmtpServer = async (options: SmtpServerOptions = {}): Promise<SmtpServer> => {
  const host = options.host ?? "127.0.0.1"
  const arrivals = makeArrivals<ReceivedMail>()
  const sockets = new Map<number, Socket>()
  const idle: Array<() => void> = []
  let behaviour: SmtpBehaviour = options.behaviour ?? {}
  let accepted = 0

  const decide = (stage: SmtpStage, session: SMTPServerSession, recipient?: string): SmtpAction => {
    const { mailFrom, rcptTo } = session.envelope
    return actionAt(behaviour, {
      stage,
      from: mailFrom === false ? "" : mailFrom.address,
      to: [...rcptTo.map(({ address }) => address), ...(recipient === undefined ? [] : [recipient])],
      mailsBefore: arrivals.all.length
    })
  }
  const perform = (action: SmtpAction, session: SMTPServerSession, answer: Answer): void => {
    if (action.act === "accept") answer()
    if (action.act === "reply") answer(refusal(action.code, action.text))
    if (action.act === "end") sockets.get(session.remotePort)?.end()
    if (action.act === "drop") sockets.get(session.remotePort)?.resetAndDestroy()
  }

  const removeSocket = (remotePort: number): void => {
    sockets.delete(remotePort)
    if (sockets.size === 0) for (const resume of idle.splice(0)) resume()
  }

  const server = new SMTPServer({
    logger: false,
    // STARTTLS removes the listeners of the socket, so they are not used to detect the close.
    onClose: ({ remotePort }) => removeSocket(remotePort),
    disableReverseLookup: true,
    size: MAX_MAIL_BYTES,
    allowInsecureAuth: true,
    authOptional: options.accounts === undefined,
    disabledCommands: [
      ...(options.accounts === undefined ? ["AUTH"] : []),
      ...(options.tls === undefined ? ["STARTTLS"] : [])
    ],
    ...(options.tls === undefined
      ? {}
      : { cert: options.tls.certPem, key: options.tls.keyPem, secure: options.tls.implicit === true }),
    onConnect: (session, answer) => perform(decide("connect", session), session, answer),
    onAuth: ({ username = "", password }, session, answer) => {
      const { accounts = {} } = options
      const known = typeof password === "string" && Object.hasOwn(accounts, username) && accounts[username] === password
      perform(decide("sign-in", session), session, (error) =>
        error instanceof Error || !known
          ? answer(error ?? refusal(535, "authentication failed"))
          : answer(null, { user: username })
      )
    },
    onMailFrom: (_address, session, answer) => perform(decide("sender", session), session, answer),
    onRcptTo: ({ address }, session, answer) => perform(decide("recipient", session, address), session, answer),
    onData: (stream, session, answer) => {
      const keep = (raw: Buffer): void => {
        const action = decide("data", session)
        const { mailFrom, rcptTo } = session.envelope
        arrivals.push({
          ...readMessage(raw),
          from: mailFrom === false ? "" : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw,
          acknowledged: action.act === "accept",
          secure: session.secure,
          user: typeof session.user === "string" ? session.user : null
        })
        perform(action, session, answer)
      }
      readAll(stream).then(keep).catch(answer)
    }
  })
  server.on("error", () => {})
  server.server.on("connection", (socket: Socket) => {
    accepted += 1
    const { remotePort = 0 } = socket
    sockets.set(remotePort, socket)
    socket.on("error", () => {})
    socket.on("close", () => removeSocket(remotePort))
  })

  await new Promise<void>((resolve, reject) => {
    server.server.once("error", reject)
    server.listen(options.port ?? 0, host, resolve)
  })
  const { port } = server.server.address() as AddressInfo

  return {
    host,
    port,
    url: `${options.tls?.implicit === true ? "smtps" : "smtp"}://${host.includes(":") ? `[${host}]` : host}:${port}`,
    behave: (next) => {
      behaviour = next
    },
    mails: arrivals.all,
    nextMail: arrivals.next,
    get accepted() {
      return accepted
    },
    get connections() {
      return sockets.size
    },
    whenIdle: () => (sockets.size === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve))),
    close: async () => {
      arrivals.close(new Error("the mail server was closed"))
      const closed = new Promise<void>((done) => server.close(done))
      for (const socket of sockets.values()) socket.destroy()
      await closed
    }
  }
}
