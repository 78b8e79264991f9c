import { siteOf } from "../auth/networkOf.ts"

interface OpenSession {
  readonly network: string
  /** Recipients that were refused. */
  refused: number
  /** Whether a message arrives or is being stored. */
  isBusy: boolean
  /** Stops the clock of the session. */
  readonly stopClock: () => void
}

/** Limits of the open sessions. */
interface SessionLimits {
  /** Sessions of one network. */
  readonly ofNetwork: number
  /** Refused recipients of one session. */
  readonly refused: number
}

/** The open SMTP sessions by id. A network is an IPv4 /24 or an IPv6 /48, as for pings over HTTP. */
export class OpenSessions {
  readonly #sessions = new Map<string, OpenSession>()
  readonly #limits: SessionLimits

  constructor(limits: SessionLimits) {
    this.#limits = limits
  }

  /** Adds a session and starts its clock. False: its network has too many of them. */
  open(id: string, address: string, startClock: () => () => void): boolean {
    const network = siteOf(address)
    const ofNetwork = [...this.#sessions.values()].filter((session) => session.network === network)
    if (ofNetwork.length >= this.#limits.ofNetwork) return false
    this.#sessions.set(id, { network, refused: 0, isBusy: false, stopClock: startClock() })
    return true
  }

  /** Counts a refused recipient. False: the session has had too many of them, so it must end. */
  refuse(id: string): boolean {
    const session = this.#sessions.get(id)
    if (session === undefined) return false
    session.refused += 1
    return session.refused < this.#limits.refused
  }

  /** Notes whether a message of a session arrives or is being stored. */
  setBusy(id: string, isBusy: boolean): void {
    const session = this.#sessions.get(id)
    if (session !== undefined) session.isBusy = isBusy
  }

  isBusy(id: string): boolean {
    return this.#sessions.get(id)?.isBusy === true
  }

  close(id: string): void {
    this.#sessions.get(id)?.stopClock()
    this.#sessions.delete(id)
  }
}
