// What happens to one account, as its receivers must know it. Nothing in here reads the store.
import { type Role, roles } from "./History.ts"
import type { Happened } from "./Knowledge.ts"

/** The time, and how many messages have arrived. */
export interface Watch {
  readonly now: () => number
  readonly arrived: () => number
}

/** What begins that these words end. The end of an outage goes to nobody else. */
const OPENINGS: ReadonlyMap<string, string> = new Map([
  ["FAST AGAIN", "SLOW"],
  ["EMAIL RECOVERED", "EMAIL"]
])

/** The facts of an account, and the settings that decide who gets them. */
export const openAccountModel = ({ arrived, now }: Watch) => {
  const happened: Array<Happened> = []
  const down = new Map<string, Happened>()
  const removed = new Map<Role, number>()
  const settings = { paused: false, suspended: false, inDefault: true, isRouted: false }
  const window = { fromMs: 0, endMs: 0 }
  let pausedAtMs = 0
  let suspendedAtMs = 0

  const present = (from: ReadonlyArray<Role>): Set<Role> => new Set(from.filter((role) => !removed.has(role)))
  const defaults = (): Set<Role> => present(roles.filter((role) => role !== "other" || settings.inDefault))
  const reached = (): Pick<Happened, "audience" | "later"> =>
    settings.isRouted
      ? { audience: present(["chat"]), later: present(["email"]) }
      : { audience: defaults(), later: new Set() }
  const inWindow = (): boolean => now() < window.endMs
  /** A suspension is a pause of the whole account. */
  const isMuted = (): boolean => settings.paused || settings.suspended

  const note = (monitor: string, word: string, { audience, later }: Pick<Happened, "audience" | "later">): Happened => {
    const dispatch = { audience, later, paused: isMuted(), suspended: settings.suspended, inWindow: inWindow() }
    const fact: Happened = { atMs: now(), arrivals: arrived(), monitor, word, ...dispatch }
    happened.push(fact)
    return fact
  }

  /** The last fact of a word about the monitor of a fact, before it. */
  const before = ({ monitor }: Pick<Happened, "monitor">, word: string | undefined, position = happened.length) =>
    happened.slice(0, position).findLast((one) => one.monitor === monitor && one.word === word)

  /** Who gets a fact that is no outage: the end of something also goes to whom its beginning went. */
  const listeners = (fact: Pick<Happened, "monitor" | "word">, position?: number): Set<Role> => {
    const opening = before(fact, OPENINGS.get(fact.word), position)
    return new Set([...defaults(), ...present([...(opening?.audience ?? [])])])
  }

  /** The end of an outage goes to whom the outage went. Of the default route, others may get it, too. */
  const endOf = ({ audience, later }: Happened): Pick<Happened, "audience" | "later"> => ({
    audience,
    later: later.size > 0 ? later : defaults()
  })

  /**
   * A fact as it is dispatched with the settings of now. What happens in a pause stays in it; what happened in a window
   * before a pause is dispatched at the window's end.
   */
  const dispatchedNow = (fact: Happened, position: number): Happened => {
    const opening = fact.word === "UP" ? before(fact, "DOWN", position) : undefined
    const others = fact.word === "DOWN" ? reached() : { audience: listeners(fact, position), later: new Set<Role>() }
    const { audience, later } = opening === undefined ? others : endOf(opening)
    const counts = (isNow: boolean): boolean => isNow && !fact.inWindow
    return {
      ...fact,
      audience,
      later,
      paused: fact.paused || counts(isMuted()),
      suspended: fact.suspended || counts(settings.suspended)
    }
  }

  const replace = (fact: Happened, by: Happened) => {
    happened[happened.indexOf(fact)] = by
    if (down.get(fact.monitor) === fact) down.set(fact.monitor, by)
  }

  /** Outages of the last window that are not over. */
  const ofWindow = () => [...down.values()].filter((fact) => fact.inWindow && fact.atMs >= window.fromMs)

  /** Whether the last window ended in a suspension, whose end announces what the window's end would have. */
  const isHeldBySuspension = () => settings.suspended && window.endMs >= suspendedAtMs

  /**
   * Settings count when a fact is dispatched: for what happens at the same moment, and at the end of a window for an
   * outage in it.
   */
  const reconsider = () => {
    for (const [position, fact] of happened.entries())
      if (fact.atMs === now()) replace(fact, dispatchedNow(fact, position))
    if (inWindow() || isHeldBySuspension()) for (const fact of ofWindow()) replace(fact, { ...fact, ...reached() })
  }

  /** What a window would have announced in a pause is never announced. Called before either of them is another one. */
  const missAnnouncements = () => {
    if (isMuted() && !inWindow() && window.endMs >= pausedAtMs)
      for (const fact of ofWindow()) replace(fact, { ...fact, paused: true })
  }

  return {
    happened,
    /** How many messages had arrived when receivers were removed. */
    removed,
    isPaused: () => settings.paused,
    isDown: (monitor: string) => down.has(monitor),
    state: () => ({ paused: isMuted(), inWindow: inWindow(), removed: new Set(removed.keys()) }),
    change: (monitor: string, state: "down" | "up") => {
      const outage = down.get(monitor)
      const fact = note(monitor, state.toUpperCase(), outage === undefined ? reached() : endOf(outage))
      // Nobody gets the end of an outage that was not announced before a suspension.
      if (outage?.suspended === true) replace(fact, { ...fact, paused: true })
      if (outage === undefined) down.set(monitor, fact)
      else down.delete(monitor)
    },
    fact: (monitor: string, word: string) => {
      const opening = before({ monitor }, OPENINGS.get(word))
      const fact = note(monitor, word, { audience: listeners({ monitor, word }), later: new Set() })
      // As of an outage, nobody gets the end of what was not announced before a suspension.
      if (opening?.suspended === true) replace(fact, { ...fact, paused: true })
    },
    /** The monitor is not checked any more, and nothing is sent about it. */
    stop: (monitor: string) => {
      note(monitor, "STOPPED", { audience: new Set(), later: new Set() })
      down.delete(monitor)
    },
    /** `always`: receivers that have always taken messages. */
    acknowledge: (monitor: string, word: "ACKNOWLEDGED" | "WITHDRAWN", always: ReadonlySet<Role>) =>
      void note(monitor, word, { audience: always, later: new Set() }),
    remove: (role: Role) => {
      removed.set(role, arrived())
      reconsider()
    },
    set: (changed: Partial<typeof settings>) => {
      const { paused, suspended } = { ...settings, ...changed }
      const mutes = paused || suspended
      if (mutes && !isMuted()) pausedAtMs = now()
      if (changed.suspended === true) suspendedAtMs = now()
      if (!mutes && settings.paused) missAnnouncements()
      Object.assign(settings, changed)
      reconsider()
    },
    openWindow: (endMs: number) => {
      missAnnouncements()
      if (!inWindow()) window.fromMs = now()
      window.endMs = Math.max(window.endMs, endMs)
    }
  }
}
