/** How long a server that gave no sign of life is asked last. */
const BACKOFF_MS = 5000

/** Which servers to ask first. */
export interface ServerHealth<Server> {
  /** All servers in the order given, those without a sign of life behind the others. */
  readonly order: (now: number) => ReadonlyArray<Server>
  readonly silent: (server: Server, now: number) => void
  readonly alive: (server: Server) => void
}

/** Remembers silence for a while; times are milliseconds. */
export const makeServerHealth = <Server>(servers: ReadonlyArray<Server>): ServerHealth<Server> => {
  const backedOffUntil = new Map<Server, number>()
  const isBackedOff = (server: Server, now: number): boolean => (backedOffUntil.get(server) ?? 0) > now
  return {
    order: (now) =>
      backedOffUntil.size === 0
        ? servers
        : [...servers.filter((server) => !isBackedOff(server, now)), ...servers.filter((server) => isBackedOff(server, now))],
    silent: (server, now) => backedOffUntil.set(server, now + BACKOFF_MS),
    alive: (server) => backedOffUntil.delete(server)
  }
}
