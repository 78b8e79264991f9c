import { registrableDomain } from "@mon/public-net"

/** Returns the registrable domain of a host. A host without a registrable domain is returned unchanged. */
export const domainOf = (hostname: string): string => registrableDomain(hostname) ?? hostname

export const domainOfUrl = (url: string): string => domainOf(new URL(url).hostname)
