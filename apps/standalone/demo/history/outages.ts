import type { DemoSite } from "../internet/demoSites.ts"

/** Why a site was down, as a check records it. */
interface Cause {
  readonly code: string
  readonly message: string
  readonly statusCode: number | null
}

/** A time in which a site was down, in minutes before now. */
export interface Outage {
  readonly hostname: string
  readonly beganMinutesAgo: number
  /** Null: it is still down. */
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

/** What the checks of a site find that is down now, and for how many minutes it has been. */
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

/** Numbers from 0 to 1 that seem random and are the same in every demo. */
const numbersOf = (seed: number) => {
  let state = (seed * 2_654_435_761) >>> 0
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** The outages of a site in the past days, oldest first. Some sites have none. */
const pastOf = ({ behaviour, hostname }: DemoSite, index: number, days: number): ReadonlyArray<Outage> => {
  const next = numbersOf(index + 1)
  const many = behaviour === "unstable" ? 9 : index % 3
  // Each outage has a part of the month of its own, so that two of them never overlap.
  const part = ((days - 1) * DAY) / Math.max(many, 1)
  const latest = current({ behaviour, hostname })?.minutes ?? 0
  return Array.from({ length: many }, (_, number): Outage => {
    const minutes = Math.round(3 + 50 * next() ** 3)
    const began = Math.round((many - number) * part - next() * (part - 2 * HOUR))
    const cause = pastCauses[(index + number) % pastCauses.length] ?? status(502)
    return { hostname, beganMinutesAgo: began, endedMinutesAgo: began - minutes, cause }
  }).filter(({ endedMinutesAgo }) => (endedMinutesAgo ?? 0) > latest + HOUR)
}

/** All outages of the month, those that go on included. */
export const outagesOf = (sites: ReadonlyArray<DemoSite>, days: number): ReadonlyArray<Outage> =>
  sites.flatMap((site, index) => {
    const now = current(site)
    const past = pastOf(site, index, days)
    return now === null
      ? past
      : [...past, { hostname: site.hostname, beganMinutesAgo: now.minutes, endedMinutesAgo: null, cause: now.cause }]
  })
