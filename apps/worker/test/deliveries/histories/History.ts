import type { Reaction } from "../Receivers.ts"

/** The receivers of alerts: an email address, two chats, a service with its own alerts, and a program. */
export const roles = ["email", "chat", "other", "pager", "webhook"] as const
export type Role = (typeof roles)[number]

const eventKinds = [
  "degraded",
  "recovered",
  "dns_changed",
  "page_changed",
  "certificate_invalid",
  "email_health_alert",
  "email_health_recovery"
] as const
export type EventKind = (typeof eventKinds)[number]

/** An event of an account. Monitors are numbers from 1. */
export type Event =
  | { readonly do: "down" | "up"; readonly monitors: ReadonlyArray<number>; readonly together: boolean }
  | { readonly do: "fact"; readonly kind: EventKind; readonly monitors: ReadonlyArray<number> }
  /** Checks of monitors stop or start again, or the monitors are deleted. */
  | { readonly do: "stop" | "start" | "delete"; readonly monitors: ReadonlyArray<number> }
  | { readonly do: "acknowledge" | "withdraw"; readonly monitors: ReadonlyArray<number> }
  | { readonly do: "remove"; readonly role: Role }
  | { readonly do: "react"; readonly role: Role; readonly reaction: Reaction }
  | { readonly do: "pause" | "resume" | "restart" }
  /** The operator suspends or reinstates the account. Between the two events there are no checks. */
  | { readonly do: "suspend" | "reinstate" }
  /** The chat is a WhatsApp number from the beginning of the history. */
  | { readonly do: "number" }
  | { readonly do: "window"; readonly minutes: number }
  /**
   * `default`: whether the other chat is in the default route. `route`: whether a route sends outages to the chat, and
   * later by email.
   */
  | { readonly do: "default" | "route" | "quiet"; readonly on: boolean }

interface TimedEvent {
  readonly seconds: number
  readonly event: Event
}

/** The events of an account, ordered by time. */
export type History = ReadonlyArray<TimedEvent>

const numbers = (text: string): ReadonlyArray<number> => text.split(",").map(Number)

const eventOf = ([verb = "", one = "", two = ""]: ReadonlyArray<string>): Event => {
  switch (verb) {
    case "down":
    case "up":
      return { do: verb, monitors: numbers(one), together: two === "together" }
    case "stop":
    case "start":
    case "delete":
    case "acknowledge":
    case "withdraw":
      return { do: verb, monitors: numbers(one) }
    case "pause":
    case "resume":
    case "restart":
    case "suspend":
    case "reinstate":
    case "number":
      return { do: verb }
    case "window":
      return { do: verb, minutes: Number(one) }
    case "default":
    case "route":
    case "quiet":
      return { do: verb, on: one === "on" }
    case "takes":
    case "away":
    case "silent":
    case "crash":
    case "remove": {
      const role = roles.find((known) => known === one)
      if (role !== undefined) return verb === "remove" ? { do: verb, role } : { do: "react", role, reaction: verb }
      break
    }
  }
  const kind = eventKinds.find((known) => known === verb)
  if (kind === undefined) throw new Error(`There is no event ${verb} ${one}`)
  return { do: "fact", kind, monitors: numbers(one) }
}

export const monitorsOf = (history: History): number =>
  Math.max(1, ...history.flatMap(({ event }) => ("monitors" in event ? event.monitors : [])))

/** Returns whether the chat is a WhatsApp number. */
export const hasNumber = (history: History): boolean => history.some(({ event }) => event.do === "number")

/** Reads a history. `10 down 1,2,3 together` means that three monitors at one address go down after 10 seconds. */
export const parseHistory = (lines: ReadonlyArray<string>): History =>
  lines.map((line) => {
    const [seconds = "0", ...words] = line.split(" ")
    return { seconds: Number(seconds), event: eventOf(words) }
  })

const wordsOf = (event: Event): ReadonlyArray<string | number> => {
  switch (event.do) {
    case "down":
    case "up":
      return [event.do, event.monitors.join(","), ...(event.together ? ["together"] : [])]
    case "fact":
      return [event.kind, event.monitors.join(",")]
    case "stop":
    case "start":
    case "delete":
    case "acknowledge":
    case "withdraw":
      return [event.do, event.monitors.join(",")]
    case "remove":
      return [event.do, event.role]
    case "react":
      return [event.reaction, event.role]
    case "window":
      return [event.do, event.minutes]
    case "default":
    case "route":
    case "quiet":
      return [event.do, event.on ? "on" : "off"]
    default:
      return [event.do]
  }
}

export const printHistory = (history: History): ReadonlyArray<string> =>
  history.map(({ event, seconds }) => [seconds, ...wordsOf(event)].join(" "))

/** Returns a function that returns random numbers from 0 to 1. They depend only on the seed (mulberry32). */
export const randomOf = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** The possible numbers of monitors: one, a pair, or enough for a shared cause. */
const MONITORS = [1, 1, 1, 2, 2, 2, 4] as const
/** The possible numbers of events. Most faults need few events. */
const EVENTS = [
  { share: 0.88, least: 3, most: 7 },
  { share: 0.12, least: 8, most: 16 }
] as const
/** Events happen at multiples of this many seconds, so that events of several accounts coincide. */
const GRID_SECONDS = 10
/** The maximum numbers of seconds until the next event. */
const LONGEST_GAPS = [...Array<number>(10).fill(30), ...Array<number>(6).fill(600), 1_800, 1_800, 1_800, 14_400]
const AWAY: ReadonlyArray<Reaction> = [...Array<Reaction>(6).fill("away"), "silent", "crash"]

/**
 * The receivers that a history may lack, each with the probability of its absence. The other receivers are in routes.
 */
const OPTIONAL = [
  ["other", 0.5],
  ["pager", 0.5],
  ["webhook", 0.35]
] as const satisfies ReadonlyArray<readonly [Role, number]>

/** The share of histories with a suspension. */
const SUSPENSIONS = 0.15
/** The share of histories with a WhatsApp number instead of the chat. */
const NUMBERS = 0.35
/** The number of monitors that a combined WhatsApp message names. */
const NUMBER_MONITORS = 3
/** Returns whether an event needs neither a check nor permission to change the account. */
const isOutside = ({ event }: TimedEvent): boolean => event.do === "react" || event.do === "restart"

/**
 * Inserts a suspension into a history. Events of receivers and workers that follow directly happen during the
 * suspension. All later events move by its length.
 */
const withSuspension = (history: History, upTo: (count: number) => number): History => {
  const position = 1 + upTo(history.length)
  const [before, after] = [history.slice(0, position), history.slice(position)]
  const last = before.at(-1)?.seconds ?? 0
  const began = last + (upTo(2) === 0 ? 0 : GRID_SECONDS * upTo(60))
  const lasts = GRID_SECONDS * (1 + upTo(upTo(2) === 0 ? 6 : 720))
  const meanwhile = after.findIndex((timed) => !isOutside(timed))
  const inside = after.slice(0, meanwhile === -1 ? after.length : meanwhile)
  const outside = after.slice(inside.length)
  return [
    ...before,
    { seconds: began, event: { do: "suspend" } },
    ...inside.map(({ event, seconds }) => ({ event, seconds: Math.max(seconds, began) })),
    { seconds: Math.max(began + lasts, inside.at(-1)?.seconds ?? 0), event: { do: "reinstate" } },
    ...outside.map(({ event, seconds }) => ({ event, seconds: seconds + (began - last) + lasts }))
  ]
}

/** Returns a random history with single and shared outages, other facts, and receivers that disappear and return. */
export const randomHistory = (random: () => number): History => {
  const upTo = (count: number): number => Math.floor(random() * count)
  const pick = <A>(from: ReadonlyArray<A>): A => from[upTo(from.length)] as A
  const { least, most } = random() < EVENTS[0].share ? EVENTS[0] : EVENTS[1]
  const events = least + upTo(most - least + 1)
  const monitors = Array.from({ length: pick(MONITORS) }, (_, index) => index + 1)
  const present = new Set<Role>(roles)
  const live = new Set(monitors)
  const isStopped = new Set<number>()
  const isDown = new Set<number>()
  const isSlow = new Set<number>()
  const isBad = new Set<number>()
  const isAcknowledged = new Set<number>()
  const away = new Set<Role>()
  const is = { paused: false, default: true, route: false, quiet: false }
  const checked = () => monitors.filter((monitor) => live.has(monitor) && !isStopped.has(monitor))

  /** Returns an event that begins or ends something. Beginnings and ends alternate for each monitor. */
  const turn = (ongoing: Set<number>, begins: EventKind, ends: EventKind): Event => {
    const [monitor] = someOf(checked())
    if (monitor === undefined) return { do: "fact", kind: begins, monitors: [] }
    const kind = ongoing.has(monitor) ? ends : begins
    if (!ongoing.delete(monitor)) ongoing.add(monitor)
    return { do: "fact", kind, monitors: [monitor] }
  }

  const someOf = (from: ReadonlyArray<number>): ReadonlyArray<number> => {
    const many = random() < 0.4 ? from.length : 1 + upTo(2)
    return from.slice(upTo(2)).slice(0, many)
  }

  const change = (): Event => {
    const goesDown = isDown.size === 0 || (isDown.size < checked().length && random() < 0.5)
    const chosen = someOf(checked().filter((monitor) => isDown.has(monitor) !== goesDown))
    for (const monitor of chosen) {
      if (!isDown.delete(monitor)) isDown.add(monitor)
      isAcknowledged.delete(monitor)
    }
    return { do: goesDown ? "down" : "up", monitors: chosen, together: random() < 0.7 }
  }

  const react = (): Event => {
    const role = pick([...present])
    if (away.delete(role)) return { do: "react", role, reaction: "takes" }
    away.add(role)
    return { do: "react", role, reaction: pick(AWAY) }
  }

  const setting = (): Event => {
    const name = pick(
      present.has("other") ? (["paused", "default", "route", "quiet"] as const) : (["paused", "route"] as const)
    )
    is[name] = !is[name]
    return name === "paused" ? { do: is.paused ? "pause" : "resume" } : { do: name, on: is[name] }
  }

  const acknowledge = (): Event => {
    const [monitor] = someOf([...isDown])
    if (monitor === undefined) return change()
    const verb = isAcknowledged.delete(monitor) ? "withdraw" : "acknowledge"
    if (verb === "acknowledge") isAcknowledged.add(monitor)
    return { do: verb, monitors: [monitor] }
  }

  const stop = (): Event => {
    const [monitor] = someOf([...live])
    if (monitor === undefined) return change()
    if (isStopped.delete(monitor)) return { do: "start", monitors: [monitor] }
    isDown.delete(monitor)
    if (random() < 0.3) {
      live.delete(monitor)
      return { do: "delete", monitors: [monitor] }
    }
    isStopped.add(monitor)
    return { do: "stop", monitors: [monitor] }
  }

  const remove = (role: Role): Event => {
    present.delete(role)
    return { do: "remove", role }
  }

  const choices: ReadonlyArray<readonly [share: number, choose: () => Event]> = [
    [0.4, change],
    [0.23, react],
    [0.05, () => turn(isSlow, "degraded", "recovered")],
    [0.05, () => turn(isBad, "email_health_alert", "email_health_recovery")],
    [0.06, () => ({ do: "fact", kind: pick(["dns_changed", "page_changed"] as const), monitors: someOf(checked()) })],
    [0.02, () => ({ do: "fact", kind: "certificate_invalid", monitors: someOf(checked()) })],
    [0.07, setting],
    [0.02, () => ({ do: "window", minutes: 1 + upTo(20) })],
    [0.02, () => ({ do: "restart" })],
    [0.03, acknowledge],
    [0.04, stop],
    [0.01, () => (present.size > 1 ? remove(pick([...present].filter((role) => role !== "email"))) : change())]
  ]
  const choose = (): Event => {
    let left = random()
    return (choices.find(([share]) => (left -= share) < 0)?.[1] ?? change)()
  }

  const lacks = OPTIONAL.filter(([, share]) => random() < share).map(([role]) => ({ seconds: 0, event: remove(role) }))
  let seconds = 0
  const rest = Array.from({ length: events }, () => {
    const event = choose()
    const timed = { seconds, event }
    const longest = LONGEST_GAPS[upTo(LONGEST_GAPS.length)] ?? 0
    seconds += Math.floor(upTo(longest) / GRID_SECONDS) * GRID_SECONDS
    return timed
  })
  const history = [...lacks, ...rest].filter(({ event }) => !("monitors" in event) || event.monitors.length > 0)
  const all = random() < SUSPENSIONS && history.length > 0 ? withSuspension(history, upTo) : history
  return random() < NUMBERS && monitors.length <= NUMBER_MONITORS
    ? [{ seconds: 0, event: { do: "number" } }, ...all]
    : all
}
