/** How long a server that gave no sign of life is asked last. */
const SHUNNED_MS = 5000

/** Which servers to ask first. */
export interface ServerHealth<Server> {
  /** All servers in the order given, those without a sign of life behind the others. */
  readonly order: (now: number) => ReadonlyArray<Server>
  readonly silent: (server: Server, now: number) => void
  readonly alive: (server: Server) => void
}

/** Remembers silence for a while; times are milliseconds. */
export const makeServerHealth = <Server>(servers: ReadonlyArray<Server>): ServerHealth<Server> => {
  const shunnedUntil = new Map<Server, number>()
  const shunned = (server: Server, now: number): boolean => (shunnedUntil.get(server) ?? 0) > now
  return {
    order: (now) =>
      shunnedUntil.size === 0
        ? servers
        : [...servers.filter((server) => !shunned(server, now)), ...servers.filter((server) => shunned(server, now))],
    silent: (server, now) => shunnedUntil.set(server, now + SHUNNED_MS),
    alive: (server) => shunnedUntil.delete(server)
  }
}
