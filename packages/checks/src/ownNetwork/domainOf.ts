import { registrableDomain } from "@mon/public-net"

/** The registrable domain of a host; a host without one counts as a domain of its own. */
export const domainOf = (hostname: string): string => registrableDomain(hostname) ?? hostname

/** The same for the host of a URL. */
export const domainOfUrl = (url: string): string => domainOf(new URL(url).hostname)
