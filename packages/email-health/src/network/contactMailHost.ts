import { guard } from "@mon/bundled/callbacks"
import { dial, type DialFault, type DialOptions } from "@mon/public-net"
import type { Socket } from "node:net"
import { connect as connectTls, type DetailedPeerCertificate, type SecureContext, type TLSSocket } from "node:tls"
import { fingerprintsOf } from "./CertificateFingerprints.ts"
import { judgeCertificate } from "./judgeCertificate.ts"
import { MAX_REPLY, offers, readSmtpReply, type SmtpReply } from "./SmtpReply.ts"
import { type MailHostContact, notContacted } from "./Transport.ts"

interface ContactOptions {
  readonly dialling: Pick<DialOptions, "policy" | "resolve" | "connect">
  readonly secureContext: SecureContext
  readonly helo: string | null
  readonly signal: AbortSignal
}

const SMTP_PORT = 25
const MAX_CHAIN = 6
const MAX_CERTIFICATE_BYTES = 65_536

/**
 * The reason for each dial fault. A port that is closed here may be open elsewhere, because hosting providers block
 * port 25.
 */
const REASONS: Readonly<Record<DialFault, MailHostContact["reason"]>> = {
  dns_nxdomain: "no_host",
  dns_nodata: "no_host",
  dns_failed: "dns_failed",
  blocked_address: "not_public",
  connect_refused: "port_closed",
  connect_reset: "port_closed",
  connect_timeout: "port_closed",
  no_route: "port_closed",
  local_fault: "port_closed",
  aborted: "timeout"
}

type Reply = SmtpReply | "timeout" | "not_smtp"

const nextReply = (socket: Socket, signal: AbortSignal): Promise<Reply> =>
  new Promise((resolve, reject) => {
    let text = ""
    const safely = guard((error) => {
      reject(error)
      socket.destroy()
      signal.removeEventListener("abort", abort)
    })
    const settle = (reply: Reply): void => {
      socket.off("data", read).off("close", end).off("end", end)
      socket.pause()
      signal.removeEventListener("abort", abort)
      resolve(reply)
    }
    const abort = safely(() => settle("timeout"))
    const end = safely(() => settle("not_smtp"))
    const read = safely((bytes: Buffer) => {
      text += bytes.toString("latin1", 0, MAX_REPLY + 1)
      const reading = readSmtpReply(text)
      if (reading.state === "reply") settle(reading.reply)
      else if (reading.state === "invalid") settle("not_smtp")
    })
    if (signal.aborted) return abort()
    signal.addEventListener("abort", abort, { once: true })
    socket.on("data", read).once("close", end).once("end", end)
    socket.resume()
  })

const isReply = (reply: Reply): reply is SmtpReply => typeof reply !== "string"

const literalOf = (address: string | undefined): string =>
  address === undefined ? "[127.0.0.1]" : address.includes(":") ? `[IPv6:${address}]` : `[${address}]`

const handshake = (
  socket: Socket,
  host: string,
  { secureContext, signal }: ContactOptions
): Promise<TLSSocket | "timeout" | "handshake"> =>
  new Promise((resolve, reject) => {
    const tls = connectTls({ socket, servername: host, host, secureContext, rejectUnauthorized: false })
    const settle = (result: TLSSocket | "timeout" | "handshake"): void => {
      signal.removeEventListener("abort", abort)
      resolve(result)
    }
    const safely = guard((error) => {
      reject(error)
      tls.destroy()
      signal.removeEventListener("abort", abort)
    })
    const abort = safely(() => {
      settle("timeout")
      tls.destroy()
    })
    const onSecure = safely(() => settle(tls))
    const onFailed = safely(() => settle("handshake"))
    signal.addEventListener("abort", abort, { once: true })
    tls.once("secureConnect", onSecure).on("error", onFailed).once("close", onFailed)
  })

const chainOf = (tls: TLSSocket): ReadonlyArray<Uint8Array> => {
  const chain: Array<Uint8Array> = []
  const seen = new Set<string>()
  let next: DetailedPeerCertificate | undefined = tls.getPeerCertificate(true)
  while (next?.raw !== undefined && !seen.has(next.fingerprint256) && chain.length < MAX_CHAIN) {
    if (next.raw.length > MAX_CERTIFICATE_BYTES) break
    seen.add(next.fingerprint256)
    chain.push(next.raw)
    next = next.issuerCertificate
  }
  return chain
}

const codeOf = (error: unknown): string | null =>
  error === null || error === undefined
    ? null
    : typeof error === "object" && "code" in error
      ? String(error.code)
      : String(error)

const encrypted = (tls: TLSSocket, host: string): MailHostContact => {
  const chain = chainOf(tls)
  const protocol = tls.getProtocol()
  // Every error other than a mismatch of the host name is about the certificate chain.
  const error = codeOf(tls.authorizationError)
  const chainError = error === "ERR_TLS_CERT_ALTNAME_INVALID" ? null : error
  return {
    status: "encrypted",
    reason: null,
    protocol,
    certificate: judgeCertificate({ host, chain, chainError, protocol }, Date.now()),
    fingerprints: fingerprintsOf(chain)
  }
}

/** Sends QUIT without waiting for the reply. */
const sayGoodbye = (tls: TLSSocket, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const settle = guard(reject)(() => {
      signal.removeEventListener("abort", settle)
      resolve()
    })
    if (signal.aborted) return resolve()
    signal.addEventListener("abort", settle, { once: true })
    tls.once("finish", settle).once("close", settle)
    tls.end("QUIT\r\n")
  })

const converse = async (socket: Socket, host: string, options: ContactOptions): Promise<MailHostContact> => {
  const { helo, signal } = options
  const say = async (line: string): Promise<Reply> => {
    const reply = nextReply(socket, signal)
    socket.write(`${line}\r\n`)
    return await reply
  }
  const greeting = await nextReply(socket, signal)
  if (!isReply(greeting)) return notContacted(greeting)
  if (greeting.code !== 220) return notContacted("host_refused")
  const hello = await say(`EHLO ${helo ?? literalOf(socket.localAddress)}`)
  if (!isReply(hello)) return notContacted(hello)
  if (hello.code !== 250) return notContacted("host_refused")
  if (!offers(hello, "STARTTLS")) {
    socket.end("QUIT\r\n")
    return { ...notContacted(null), status: "plain" }
  }
  const ready = await say("STARTTLS")
  if (ready === "timeout") return notContacted("timeout")
  if (!isReply(ready) || ready.code !== 220) return { ...notContacted("handshake"), status: "broken" }
  const tls = await handshake(socket, host, options)
  if (tls === "timeout") return notContacted("timeout")
  if (tls === "handshake") return { ...notContacted("handshake"), status: "broken" }
  const contact = encrypted(tls, host)
  await sayGoodbye(tls, signal)
  return contact
}

/** Connects to a mail host once, and sends EHLO, STARTTLS and QUIT. */
export const contactMailHost = async (host: string, options: ContactOptions): Promise<MailHostContact> => {
  const { dialling, signal } = options
  const dialled = await dial({ ...dialling, hostname: host, port: SMTP_PORT, signal })
  if (!dialled.ok) return notContacted(REASONS[dialled.code])
  const { socket } = dialled
  socket.on("error", () => {})
  try {
    return await converse(socket, host, options)
  } finally {
    socket.destroy()
  }
}
