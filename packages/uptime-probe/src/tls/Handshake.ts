import { guard } from "@mon/bundled/callbacks"
import { isIP, type Socket } from "node:net"
import type { DetailedPeerCertificate, TLSSocket } from "node:tls"
import { chainBehind } from "./CertificateChain.ts"
import type { CertificateFacts } from "./CertificateFacts.ts"
import { assessCertificate } from "./assessCertificate.ts"
import { type Framed, frameSocket } from "./HandshakeFraming.ts"
import type { Trust } from "./Trust.ts"

export type HandshakeEnd =
  | { readonly end: "secured"; readonly socket: TLSSocket; readonly certificate: CertificateFacts | null }
  | { readonly end: "failed"; readonly message: string; readonly code?: string }
  | { readonly end: "aborted" }

/** The protocols that the handshake offers (RFC 7301), the preferred one first. Empty for protocols other than HTTP. */
export type Protocols = ReadonlyArray<"h2" | "http/1.1">

const CLOSED = "The server closed the connection during the TLS handshake."

const SENTENCES: ReadonlyMap<string, string> = new Map([
  ["ECONNRESET", CLOSED],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "The server does not speak TLS on this port."],
  ["ERR_SSL_PACKET_LENGTH_TOO_LONG", "The server does not speak TLS on this port."],
  ["ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED", "The server requires a client certificate."],
  ["ERR_SSL_UNSUPPORTED_PROTOCOL", "The server does not support any current TLS version."],
  ["ERR_SSL_TLSV1_UNRECOGNIZED_NAME", "The server has no certificate for this name."]
])

export const tlsSentence = (error: Error & { readonly code?: string; readonly reason?: string }): string =>
  SENTENCES.get(error.code ?? "") ?? `The TLS handshake failed: ${error.reason ?? error.code ?? "unknown reason"}.`

export const isTlsError = (error: unknown): error is Error & { readonly code: string; readonly reason?: string } =>
  error instanceof Error &&
  "code" in error &&
  typeof error.code === "string" &&
  (error.code.startsWith("ERR_SSL_") || error.code === "EPROTO")

/** Loads node:tls only for the first connection, because loading it takes longer than loading this package. */
const nodeTls = () => process.getBuiltinModule("node:tls")

const readAll = (socket: TLSSocket): DetailedPeerCertificate =>
  nodeTls().TLSSocket.prototype.getPeerCertificate.call(socket, true) as DetailedPeerCertificate

const certificateOf = (tls: TLSSocket, server: string, host: string, trust: Trust, now: number) => {
  const chainError = tls.authorized ? null : String(tls.authorizationError ?? "UNSPECIFIED")
  const read = () => chainBehind(readAll(tls), trust.pathOf)
  try {
    return assessCertificate(
      {
        host,
        protocol: tls.getProtocol() ?? "unknown",
        cipher: tls.getCipher().name,
        chainError,
        chain: chainError === null ? trust.chainOf({ server, session: tls.getSession(), now }, read) : read(),
        isAnchor: trust.isAnchor
      },
      now
    )
  } catch {
    return null
  }
}

/**
 * Performs a TLS handshake on a connected socket. Accepts every certificate, and never resumes a session, because a
 * resumed session shows no certificate. Destroys the socket unless the result is "secured". Rejects only with an error
 * of this package's own code. With a framing, the handshake is inside the packets of the protocol.
 */
export const secure = (
  socket: Socket,
  host: string,
  trust: Trust,
  protocols: Protocols,
  signal: AbortSignal,
  framed?: Framed
): Promise<HandshakeEnd & { readonly endedAt: number }> =>
  new Promise((resolve, reject) => {
    // The socket may have been closed while the check waited for a handshake permit.
    if (socket.destroyed) return resolve({ end: "failed", message: CLOSED, endedAt: performance.now() })
    const frame = framed === undefined ? null : frameSocket(socket, framed)
    const tls = nodeTls().connect({
      socket: frame?.stream ?? socket,
      secureContext: frame === null ? trust.context : trust.framedContext(),
      servername: isIP(host) === 0 ? host : "",
      // Only HTTP negotiates an application protocol. An empty list would be a malformed TLS extension.
      ...(protocols.length === 0 ? {} : { ALPNProtocols: [...protocols] }),
      rejectUnauthorized: false,
      checkServerIdentity: () => undefined
    })
    // On every handshake, Node would read the whole chain for `checkServerIdentity`.
    tls.getPeerCertificate = (() => ({})) as TLSSocket["getPeerCertificate"]
    const safely = guard((error) => {
      reject(error)
      signal.removeEventListener("abort", onAbort)
      tls.on("error", () => {})
      tls.destroy()
      socket.destroy()
    })
    const settle = (end: HandshakeEnd, endedAt: number) => {
      tls.off("secureConnect", onSecure)
      tls.off("error", onError)
      signal.removeEventListener("abort", onAbort)
      if (end.end !== "secured") {
        tls.on("error", () => {})
        tls.destroy()
        socket.destroy()
      }
      resolve({ ...end, endedAt })
    }
    const onSecure = safely(() => {
      const endedAt = performance.now()
      frame?.unframe()
      if (framed !== undefined) tls.setMaxSendFragment(framed.framing.packetBytes)
      const server = `${socket.remoteAddress} ${socket.remotePort}`
      settle({ end: "secured", socket: tls, certificate: certificateOf(tls, server, host, trust, Date.now()) }, endedAt)
    })
    const onError = safely((error: Error & { readonly code?: string }) => {
      const { code } = error
      settle({ end: "failed", message: tlsSentence(error), ...(code === undefined ? {} : { code }) }, performance.now())
    })
    const onAbort = safely(() => settle({ end: "aborted" }, performance.now()))
    tls.on("secureConnect", onSecure)
    tls.on("error", onError)
    signal.addEventListener("abort", onAbort)
    if (signal.aborted) onAbort()
  })
