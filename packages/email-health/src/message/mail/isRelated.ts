import { organizationalDomain } from "@mon/public-net"

/** Whether two names belong to one organization, or one name is below the other. */
export const isRelated = (one: string, other: string): boolean =>
  one === other ||
  one.endsWith(`.${other}`) ||
  other.endsWith(`.${one}`) ||
  organizationalDomain(one) === organizationalDomain(other)
