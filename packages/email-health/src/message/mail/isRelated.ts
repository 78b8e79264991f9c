import { organizationalDomain } from "@mon/public-net"

/** Whether two names belong to the same organization, or one name is a subdomain of the other. */
export const isRelated = (one: string, other: string): boolean =>
  one === other ||
  one.endsWith(`.${other}`) ||
  other.endsWith(`.${one}`) ||
  organizationalDomain(one) === organizationalDomain(other)
