import { type AddressPolicy, dial, type ResolveAddresses } from "@mon/public-net"
import { once } from "node:events"
import { isIP } from "node:net"
import type { TLSSocket } from "node:tls"
import { ExchangeFault } from "./ExchangeFault.ts"

export interface TlsTarget {
  /** A name or an address. */
  readonly hostname: string
  readonly port: number
  readonly certificateName: string
}

export interface TlsSettings {
  readonly policy: AddressPolicy
  readonly resolve: ResolveAddresses
  /** The certificates in PEM form that are trusted instead of Node's certificates. */
  readonly ca: string | ReadonlyArray<string> | undefined
  readonly alpn: ReadonlyArray<string>
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "TLS_FAILED"

/**
 * Opens a TLS connection to an address that the policy allows. The certificate must be valid for the name, even if
 * NODE_TLS_REJECT_UNAUTHORIZED is 0 (RFC 8310 section 5). Rejects with an ExchangeFault.
 */
export const connectTls = async (
  { certificateName, hostname, port }: TlsTarget,
  { alpn, ca, policy, resolve }: TlsSettings,
  signal: AbortSignal
): Promise<TLSSocket> => {
  const dialled = await dial({ hostname, port, policy, resolve, signal })
  if (!dialled.ok) throw new ExchangeFault(signal.aborted ? "Timeout" : "Network", dialled.code)
  // A static import at the top of the file would cost programs that use only UDP some milliseconds.
  const { connect } = await import("node:tls")
  const socket = connect({
    socket: dialled.socket,
    host: certificateName,
    ...(isIP(certificateName) === 0 ? { servername: certificateName } : {}),
    ...(ca === undefined ? {} : { ca: typeof ca === "string" ? ca : [...ca] }),
    ...(alpn.length === 0 ? {} : { ALPNProtocols: [...alpn] }),
    minVersion: "TLSv1.2",
    rejectUnauthorized: true
  })
  try {
    await once(socket, "secureConnect", { signal })
  } catch (error) {
    socket.destroy()
    throw signal.aborted
      ? new ExchangeFault("Timeout", "The TLS handshake did not finish in time.")
      : new ExchangeFault("Network", codeOf(error))
  } finally {
    socket.on("error", () => {})
  }
  return socket
}
