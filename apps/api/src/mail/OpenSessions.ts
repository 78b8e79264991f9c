import { siteOf } from "../auth/networkOf.ts"

interface OpenSession {
  readonly network: string
  /** The number of recipients that do not exist. */
  refused: number
  /** Whether a message is arriving or being stored. */
  isBusy: boolean
  /** Stops the clock of the session. */
  readonly stopClock: () => void
}

interface SessionLimits {
  /** The largest number of sessions of one network. */
  readonly ofNetwork: number
  /** The number of recipients that do not exist at which a session ends. */
  readonly refused: number
}

/** The open SMTP sessions by id. A network is an IPv4 /24 or an IPv6 /48, as it is for pings over HTTP. */
export class OpenSessions {
  readonly #sessions = new Map<string, OpenSession>()
  readonly #limits: SessionLimits

  constructor(limits: SessionLimits) {
    this.#limits = limits
  }

  /** Adds a session and starts its clock. Returns false if the network of the session already has too many sessions. */
  open(id: string, address: string, startClock: () => () => void): boolean {
    const network = siteOf(address)
    const ofNetwork = [...this.#sessions.values()].filter((session) => session.network === network)
    if (ofNetwork.length >= this.#limits.ofNetwork) return false
    this.#sessions.set(id, { network, refused: 0, isBusy: false, stopClock: startClock() })
    return true
  }

  /** Counts a recipient that does not exist. Returns false if the session has had too many of them and must end. */
  refuse(id: string): boolean {
    const session = this.#sessions.get(id)
    if (session === undefined) return false
    session.refused += 1
    return session.refused < this.#limits.refused
  }

  /** Records whether a message of a session is arriving or being stored. */
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
