/** The host and port on which a database listens. */
export interface DatabaseAddress {
  readonly host: string
  readonly port: number
}

/** The server that a URL asks for with `target_session_attrs` (PostgreSQL documentation, "libpq", 34.1.2). */
type Wanted = "any" | "primary" | "standby" | "prefer-standby"

const wantedBy: ReadonlyMap<string | null, Wanted> = new Map<string | null, Wanted>([
  [null, "any"],
  ["any", "any"],
  ["read-write", "primary"],
  ["primary", "primary"],
  ["read-only", "standby"],
  ["standby", "standby"],
  ["prefer-standby", "prefer-standby"]
])

const PARAMETER = "target_session_attrs"
const DEFAULT_PORT = 5432
const HOSTS = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]+)/u

/** The servers of a URL, and the server among them to connect to. */
export interface SeveralServers {
  readonly servers: ReadonlyArray<DatabaseAddress>
  readonly wanted: Wanted
  /** The URL of the first server, without `target_session_attrs`. */
  readonly oneUrl: string
}

const serverOf = (text: string): DatabaseAddress => {
  const [, host = "localhost", port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/u.exec(text) ?? []
  return { host: host.replace(/^\[|\]$/gu, ""), port: port === undefined ? DEFAULT_PORT : Number(port) }
}

/** Reads a URL that names several servers or a kind of server. Returns null for any other URL. */
export const severalServers = (url: string): SeveralServers | null => {
  const hosts = HOSTS.exec(url)?.[2]?.split(",") ?? []
  const one = URL.parse(url.replace(HOSTS, (_all, before: string) => `${before}${hosts[0] ?? ""}`))
  if (one === null) return null
  const attribute = one.searchParams.get(PARAMETER)
  if (hosts.length < 2 && attribute === null) return null
  one.searchParams.delete(PARAMETER)
  return { servers: hosts.map(serverOf), wanted: wantedBy.get(attribute) ?? "any", oneUrl: one.href }
}

/** The time for which a found server is used for further connections, in milliseconds. */
const CACHED_MS = 1_000

/**
 * Returns the function that finds the server for a new connection, or null if no suitable server responds. postgres.js
 * 3.4.9 can search by itself, but it accepts a standby for `read-write`, and tries a rejected server forever.
 *
 * @param isStandby Returns whether a server is a standby. Rejects if the server does not respond.
 */
export const makeServerFinder = (
  { servers, wanted }: Pick<SeveralServers, "servers" | "wanted">,
  isStandby: (server: DatabaseAddress) => Promise<boolean>
): (() => Promise<DatabaseAddress | null>) => {
  const find = async (): Promise<DatabaseAddress | null> => {
    const asked = servers.map(async (server) => ({ server, standby: await isStandby(server) }))
    const first = (accept: (standby: boolean) => boolean) =>
      Promise.any(
        asked.map(async (answer) => {
          const { server, standby } = await answer
          return accept(standby) ? server : Promise.reject(new Error("This server is not wanted"))
        })
      ).catch(() => null)
    if (wanted === "prefer-standby") return (await first((standby) => standby)) ?? first(() => true)
    return first((standby) => wanted === "any" || standby === (wanted === "standby"))
  }
  let found: { readonly at: number; readonly server: Promise<DatabaseAddress | null> } | null = null
  return () => {
    if (found === null || performance.now() - found.at > CACHED_MS) found = { at: performance.now(), server: find() }
    return found.server
  }
}
