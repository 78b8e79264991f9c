/** The time for which a server that did not answer is tried last. */
const BACKOFF_MS = 5000

/** Decides which servers are tried first. */
export interface ServerHealth<Server> {
  /** All servers in the given order, with those that did not answer recently at the end. */
  readonly order: (now: number) => ReadonlyArray<Server>
  readonly markSilent: (server: Server, now: number) => void
  readonly markAlive: (server: Server) => void
}

/** Tracks servers that did not answer; times are milliseconds. */
export const makeServerHealth = <Server>(servers: ReadonlyArray<Server>): ServerHealth<Server> => {
  const backedOffUntil = new Map<Server, number>()
  const isBackedOff = (server: Server, now: number): boolean => (backedOffUntil.get(server) ?? 0) > now
  return {
    order: (now) =>
      backedOffUntil.size === 0
        ? servers
        : [
            ...servers.filter((server) => !isBackedOff(server, now)),
            ...servers.filter((server) => isBackedOff(server, now))
          ],
    markSilent: (server, now) => backedOffUntil.set(server, now + BACKOFF_MS),
    markAlive: (server) => backedOffUntil.delete(server)
  }
}
