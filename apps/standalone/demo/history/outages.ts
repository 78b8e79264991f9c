import type { DemoSite } from "../internet/demoSites.ts"

interface Cause {
  readonly code: string
  readonly message: string
  readonly statusCode: number | null
}

/** A period in which a site was down, in minutes before now. */
export interface Outage {
  readonly hostname: string
  readonly beganMinutesAgo: number
  /** Null: the site is still down. */
  readonly endedMinutesAgo: number | null
  readonly cause: Cause
}

const HOUR = 60
const DAY = 24 * HOUR

const status = (code: number): Cause => ({
  code: "http_status",
  message: `The server responded with ${code}.`,
  statusCode: code
})

const fault = (code: string, message: string): Cause => ({ code, message, statusCode: null })

/**
 * Returns the current outage of a site: its cause, and for how many minutes the site has been down. Null: the site is
 * up.
 */
const current = ({
  behaviour,
  hostname
}: Pick<DemoSite, "behaviour" | "hostname">): { readonly minutes: number; readonly cause: Cause } | null => {
  switch (behaviour) {
    case "unavailable":
      return { minutes: 26, cause: status(503) }
    case "closed":
      return {
        minutes: 3 * DAY + 130,
        cause: fault("connect_refused", `${hostname} port 443 refused the connection.`)
      }
    case "silent":
      return { minutes: 5 * HOUR + 12, cause: fault("header_timeout", "The response did not start in time.") }
    case "no name":
      return {
        minutes: 11 * DAY,
        cause: fault("dns_nxdomain", `The host name ${hostname} does not exist.`)
      }
    case "looping":
      return {
        minutes: 2 * DAY + 75,
        cause: fault("redirect_loop", `The redirects lead back to https://${hostname}/.`)
      }
    default:
      return null
  }
}

const pastCauses: ReadonlyArray<Cause> = [
  status(502),
  fault("connect_timeout", "The server did not answer in time."),
  status(500),
  fault("header_timeout", "The response did not start in time."),
  fault("connect_reset", "The server reset the connection.")
]

/**
 * Returns a generator of pseudorandom numbers from 0 to 1. Equal seeds give equal numbers, so that every demo has the
 * same history.
 */
const numbersOf = (seed: number) => {
  let state = (seed * 2_654_435_761) >>> 0
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Returns the past outages of a site, oldest first. Some sites have none. */
const pastOf = ({ behaviour, hostname }: DemoSite, index: number, days: number): ReadonlyArray<Outage> => {
  const next = numbersOf(index + 1)
  const many = behaviour === "unstable" ? 9 : index % 3
  // Each outage is in a separate part of the month, so that two outages never overlap.
  const part = ((days - 1) * DAY) / Math.max(many, 1)
  const latest = current({ behaviour, hostname })?.minutes ?? 0
  return Array.from({ length: many }, (_, number): Outage => {
    const minutes = Math.round(3 + 50 * next() ** 3)
    const began = Math.round((many - number) * part - next() * (part - 2 * HOUR))
    const cause = pastCauses[(index + number) % pastCauses.length] ?? status(502)
    return { hostname, beganMinutesAgo: began, endedMinutesAgo: began - minutes, cause }
  }).filter(({ endedMinutesAgo }) => (endedMinutesAgo ?? 0) > latest + HOUR)
}

export const outagesOf = (sites: ReadonlyArray<DemoSite>, days: number): ReadonlyArray<Outage> =>
  sites.flatMap((site, index) => {
    const now = current(site)
    const past = pastOf(site, index, days)
    return now === null
      ? past
      : [...past, { hostname: site.hostname, beganMinutesAgo: now.minutes, endedMinutesAgo: null, cause: now.cause }]
  })
