import { argumentsOf, aFunction, aString, listOf, optional, optionsOf, shape } from "@mon/bundled/arguments"
import { type AddressPolicy, type Connect, createHttpExchange, makeAddressPolicy } from "@mon/public-net"
import { createSecureContext, getCACertificates } from "node:tls"
import { getOverHttps } from "./getOverHttps.ts"
import { contactMailHost } from "./contactMailHost.ts"
import type { OpenTransport } from "./Transport.ts"

/** The settings of {@link openTransport}. */
export interface TransportSettings {
  /** The addresses that may be contacted. Default: public addresses. */
  readonly policy?: AddressPolicy
  /** The function that opens sockets to allowed addresses. Default: `node:net`. */
  readonly connect?: Connect
  /** The certificates in PEM form that are trusted in addition to Node's certificates. */
  readonly extraCa?: ReadonlyArray<string>
  /** The name to send with EHLO. Default: the address of the connection (RFC 5321 section 4.1.4). */
  readonly helo?: string
}

const acceptOpenTransport = /* @__PURE__ */ argumentsOf("openTransport", () => ({
  settings: optional(
    optionsOf<TransportSettings>({
      policy: optional(
        shape<AddressPolicy>("an address policy, such as the one that makeAddressPolicy from @mon/public-net returns", {
          classify: aFunction,
          allows: aFunction
        })
      ),
      connect: optional(aFunction),
      extraCa: optional(listOf(aString, "an array of certificates in PEM form")),
      helo: optional(aString)
    })
  )
}))

const once = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | null = null
  return () => (made ??= { value: make() }).value
}

/**
 * Returns network access for fetching MTA-STS policies, BIMI logos and certificates over HTTPS, and for contacting mail
 * hosts. It contacts only addresses that the policy allows.
 */
export const openTransport = (settings: TransportSettings = {}): OpenTransport => {
  acceptOpenTransport(settings)
  const { policy = makeAddressPolicy(), extraCa = [], connect, helo = null } = settings
  const roots = () => (extraCa.length === 0 ? {} : { ca: [...getCACertificates("default"), ...extraCa] })
  const own = { policy, ...(connect === undefined ? {} : { connect }) }
  const exchange = createHttpExchange({ ...own, extraCa })
  // The handshake allows old protocols and weak keys, so that the report can mention them. No secret is ever sent.
  const lenient = once(() => createSecureContext({ ...roots(), minVersion: "TLSv1", ciphers: "DEFAULT@SECLEVEL=0" }))
  return (resolve) => {
    const dialling = { ...own, resolve }
    return {
      get: (url, options) => getOverHttps(exchange, url, { ...options, resolve }),
      startTls: (host, signal) => contactMailHost(host, { dialling, secureContext: lenient(), helo, signal })
    }
  }
}
