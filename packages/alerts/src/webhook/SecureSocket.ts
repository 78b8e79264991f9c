import { isIP, type Socket } from "node:net"
import { connect, type SecureContext, type TLSSocket } from "node:tls"
import { fault, type WebhookFault } from "./WebhookFault.ts"

/** A verified TLS connection, or why there is none. */
export type Secured =
  | { readonly ok: true; readonly socket: TLSSocket }
  | { readonly ok: false; readonly fault: WebhookFault }

/**
 * Secures a connected socket and verifies the certificate for the host; never rejects. The socket is destroyed unless
 * it is secured.
 */
export const secureSocket = (
  socket: Socket,
  host: string,
  context: SecureContext,
  signal: AbortSignal
): Promise<Secured> =>
  new Promise((resolve) => {
    const tls = connect({
      socket,
      host,
      servername: isIP(host) === 0 ? host : "",
      secureContext: context,
      ALPNProtocols: ["http/1.1"],
      rejectUnauthorized: true
    })
    const settle = (secured: Secured): void => {
      tls.off("secureConnect", onSecure)
      tls.off("error", onError)
      signal.removeEventListener("abort", onAbort)
      if (!secured.ok) {
        tls.on("error", () => {})
        tls.destroy()
        socket.destroy()
      }
      resolve(secured)
    }
    const onSecure = (): void => settle({ ok: true, socket: tls })
    const onError = (error: Error & { readonly code?: string }): void =>
      settle({ ok: false, fault: fault(tls.authorizationError ? "tls_certificate" : "tls_handshake", error.code) })
    const onAbort = (): void => settle({ ok: false, fault: fault("tls_timeout") })
    tls.on("secureConnect", onSecure)
    tls.on("error", onError)
    signal.addEventListener("abort", onAbort)
    if (signal.aborted) onAbort()
  })
