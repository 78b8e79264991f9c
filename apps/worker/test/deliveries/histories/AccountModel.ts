// A model of one account, which derives what its receivers must know. The model never reads the store.
import { type Role, roles } from "./History.ts"
import type { Happened } from "./Knowledge.ts"

export interface Watch {
  readonly now: () => number
  readonly arrived: () => number
}

/**
 * The word of each beginning, by the word of its end. Outages are absent, because only the receivers of an outage get
 * its end.
 */
const OPENINGS: ReadonlyMap<string, string> = new Map([
  ["FAST AGAIN", "SLOW"],
  ["EMAIL RECOVERED", "EMAIL"]
])

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
  const isMuted = (): boolean => settings.paused || settings.suspended

  const note = (monitor: string, word: string, { audience, later }: Pick<Happened, "audience" | "later">): Happened => {
    const dispatch = { audience, later, paused: isMuted(), suspended: settings.suspended, inWindow: inWindow() }
    const fact: Happened = { atMs: now(), arrivals: arrived(), monitor, word, ...dispatch }
    happened.push(fact)
    return fact
  }

  /** Returns the last fact with this word about the same monitor, before the position. */
  const before = ({ monitor }: Pick<Happened, "monitor">, word: string | undefined, position = happened.length) =>
    happened.slice(0, position).findLast((one) => one.monitor === monitor && one.word === word)

  /** Returns the receivers of a fact that is not an outage. The receivers of a beginning also get its end. */
  const listeners = (fact: Pick<Happened, "monitor" | "word">, position?: number): Set<Role> => {
    const opening = before(fact, OPENINGS.get(fact.word), position)
    return new Set([...defaults(), ...present([...(opening?.audience ?? [])])])
  }

  /**
   * Returns the receivers of the end of an outage, who are the receivers of the outage. If the outage went to the
   * default route, other receivers in this route may also get the end.
   */
  const endOf = ({ audience, later }: Happened): Pick<Happened, "audience" | "later"> => ({
    audience,
    later: later.size > 0 ? later : defaults()
  })

  /**
   * Returns a fact as it is dispatched with the current settings. A fact from a pause stays paused. A fact from a
   * window before a pause is dispatched at the end of the window.
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

  /** Returns the outages of the last window that are not over. */
  const ofWindow = () => [...down.values()].filter((fact) => fact.inWindow && fact.atMs >= window.fromMs)

  /**
   * Returns whether the last window ended in a suspension. In this case, the end of the suspension announces the
   * outages of the window.
   */
  const isHeldBySuspension = () => settings.suspended && window.endMs >= suspendedAtMs

  /**
   * Applies changed settings to facts that are not dispatched yet. These are facts of the same moment, and the outages
   * of a window before its end.
   */
  const reconsider = () => {
    for (const [position, fact] of happened.entries())
      if (fact.atMs === now()) replace(fact, dispatchedNow(fact, position))
    if (inWindow() || isHeldBySuspension()) for (const fact of ofWindow()) replace(fact, { ...fact, ...reached() })
  }

  /**
   * Marks the outages of a window that ended in a pause as never announced. Call this before the pause ends or another
   * window begins.
   */
  const missAnnouncements = () => {
    if (isMuted() && !inWindow() && window.endMs >= pausedAtMs)
      for (const fact of ofWindow()) replace(fact, { ...fact, paused: true })
  }

  return {
    happened,
    /** The number of messages that had arrived when each receiver was removed. */
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
      // As with an outage, nobody gets the end of a fact that was not announced before a suspension.
      if (opening?.suspended === true) replace(fact, { ...fact, paused: true })
    },
    /** Stops the checks of a monitor. Nothing is sent about this monitor any more. */
    stop: (monitor: string) => {
      note(monitor, "STOPPED", { audience: new Set(), later: new Set() })
      down.delete(monitor)
    },
    /** Records an acknowledgement or its withdrawal. `always` has the receivers that have always accepted messages. */
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
