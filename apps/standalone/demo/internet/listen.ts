import { type Site, type SiteOptions, startSite } from "@mon/tooling/testbed"
import process from "node:process"

/** The default ports, those of unprivileged programs, and any free port. */
const PORTS = { http: [80, 8_080, 0], https: [443, 8_443, 0] } as const

/** Why a port is tried no further: no privilege, in use, or an address that this system does not have. */
const REFUSALS: ReadonlySet<unknown> = new Set(["EACCES", "EADDRINUSE", "EADDRNOTAVAIL"])

/** 127.x.0.0/16 of this process, so that two demos do not meet. */
const NETWORK = `127.${64 + (process.pid % 128)}`

const refusalOf = (error: unknown): boolean => error instanceof Error && "code" in error && REFUSALS.has(error.code)

/** The address with a number. Linux answers on all of 127.0.0.0/8; other systems on 127.0.0.1 only. */
const addressOf = (number: number): string => `${NETWORK}.0.${number}`

/** Starts a site on the default port of its scheme, or on another one where that is not possible. */
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

/** A URL of a host, with the port where it is not the default one. */
export const urlOf = (scheme: "http" | "https", hostname: string, port: number, path = "/"): string =>
  port === PORTS[scheme][0] ? `${scheme}://${hostname}${path}` : `${scheme}://${hostname}:${port}${path}`
