import { type Site, type SiteOptions, startSite } from "@mon/tooling/testbed"
import process from "node:process"

/** The ports to try: the default port, a port for unprivileged programs, and any free port. */
const PORTS = { http: [80, 8_080, 0], https: [443, 8_443, 0] } as const

/**
 * The errors after which the next port is tried: no privilege, a port in use, or an address that this system does not
 * have.
 */
const REFUSALS: ReadonlySet<unknown> = new Set(["EACCES", "EADDRINUSE", "EADDRNOTAVAIL"])

/** The network 127.x.0.0/16 of this process. It depends on the process, so that two demos use different addresses. */
const NETWORK = `127.${64 + (process.pid % 128)}`

const refusalOf = (error: unknown): boolean => error instanceof Error && "code" in error && REFUSALS.has(error.code)

/**
 * Returns the loopback address of the site with this number. Linux accepts connections to all of 127.0.0.0/8, other
 * systems only to 127.0.0.1.
 */
const addressOf = (number: number): string => `${NETWORK}.0.${number}`

/** Starts a site on the default port of its scheme, or on another port if the default port cannot be used. */
export const listen = async (number: number, options: SiteOptions): Promise<Site> => {
  const [first, second, last] = PORTS[options.tls === undefined ? "http" : "https"]
  for (const port of [first, second]) {
    try {
      return await startSite({ ...options, host: addressOf(number), port })
    } catch (error) {
      if (!refusalOf(error)) throw error
    }
  }
  return startSite({ ...options, host: "127.0.0.1", port: last })
}

export const urlOf = (scheme: "http" | "https", hostname: string, port: number, path = "/"): string =>
  port === PORTS[scheme][0] ? `${scheme}://${hostname}${path}` : `${scheme}://${hostname}:${port}${path}`
