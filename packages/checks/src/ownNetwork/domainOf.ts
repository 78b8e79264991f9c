import { registrableDomain } from "@mon/public-net"

/** Returns the registrable domain of a host. A host without one counts as a domain itself. */
export const domainOf = (hostname: string): string => registrableDomain(hostname) ?? hostname

/** Returns the registrable domain of the host of a URL. A host without one counts as a domain itself. */
export const domainOfUrl = (url: string): string => domainOf(new URL(url).hostname)
