import { randomBytes } from "node:crypto"
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { killTree, type Program, startProgram } from "./Program.ts"

/**
 * The files of the documentation. A run uses these files and replaces only addresses, passwords, folders and the name
 * of the machine.
 */
const files = fileURLToPath(new URL("../../../deploy/high-availability/", import.meta.url))

/** The programs, by the Debian package that contains them. */
const programs = {
  "etcd-server": "/usr/bin/etcd",
  patroni: "/usr/bin/patroni",
  "postgresql-15": "/usr/lib/postgresql/15/bin/postgres",
  pgbouncer: "/usr/sbin/pgbouncer",
  haproxy: "/usr/sbin/haproxy"
} as const

/** Returns the Debian packages that are not installed. */
export const missingPackages = (): ReadonlyArray<string> =>
  Object.entries(programs).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))

const MEMBERS = ["db1", "db2", "db3"] as const
export type MemberName = (typeof MEMBERS)[number]

/** The addresses of the documentation start with the first text (RFC 5737), and those of a run with the second one. */
const NETWORK = ["192.0.2.", "127.0.81."] as const
/** The address of the machine that runs Mon, PgBouncer and HAProxy. */
const MON_MACHINE = "127.0.81.21"

const addressOf = (name: MemberName): string => `${NETWORK[1]}${11 + MEMBERS.indexOf(name)}`

export interface Member {
  readonly name: MemberName
  /** The URL of the server's database `mon`, without a proxy. */
  readonly url: string
}

export interface Cluster {
  readonly members: ReadonlyArray<Member>
  /** The settings of Mon in `mon.env`. */
  readonly settings: Readonly<Record<string, string>>
  readonly userOf: { readonly uid: number; readonly gid: number }
  /** Returns the member that Patroni calls the primary, or null if there is none. */
  readonly leader: () => Promise<MemberName | null>
  /** Returns the number of standbys that replicate from the primary. */
  readonly standbys: () => Promise<number>
  /** Kills PostgreSQL and Patroni on a machine, with all their processes. */
  readonly kill: (name: MemberName) => Promise<void>
  readonly start: (name: MemberName) => void
  /**
   * Returns the number of answers of a server that PgBouncer could not assign to a client. Errors do not count, because
   * a server that ends sends them to idle connections too.
   */
  readonly strayMessages: () => number
  /** Returns the reason why a program has ended unexpectedly, or null. */
  readonly crash: () => string | null
  readonly stop: () => Promise<void>
}

const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Reads a file of variables, one per line. */
const variables = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split("\n").flatMap((line) => {
      const at = line.indexOf("=")
      return line.startsWith("#") || at < 0 ? [] : [[line.slice(0, at), line.slice(at + 1)]]
    })
  )

const READY_WITHIN_MS = 120_000

/** Waits until a condition is true. */
export const until = async (what: string, condition: () => Promise<boolean>, withinMs = READY_WITHIN_MS) => {
  const deadline = Date.now() + withinMs
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what} did not happen within ${withinMs / 1_000} s`)
    await wait(100)
  }
}

interface PatroniState {
  readonly role: string
  readonly state: string
  readonly replication?: ReadonlyArray<{ readonly sync_state: string; readonly state: string }>
}

const patroniState = async (name: MemberName): Promise<PatroniState | null> => {
  try {
    const response = await fetch(`http://${addressOf(name)}:8008/patroni`, { signal: AbortSignal.timeout(1_000) })
    return (await response.json()) as PatroniState
  } catch {
    return null
  }
}

/** Returns whether Patroni calls a member the primary, as HAProxy asks. */
const isPrimary = (name: MemberName): Promise<boolean> =>
  fetch(`http://${addressOf(name)}:8008/primary`, { method: "OPTIONS", signal: AbortSignal.timeout(1_000) }).then(
    ({ status }) => status === 200,
    () => false
  )

/**
 * Starts etcd and PostgreSQL under Patroni on three addresses of the loopback network, with PgBouncer and HAProxy on a
 * fourth address. All programs run as `postgres`, because PostgreSQL does not run as root.
 */
export const startCluster = async (
  folder: string,
  user: { readonly uid: number; readonly gid: number },
  runSql: (url: string, statement: string) => Promise<unknown>
): Promise<Cluster> => {
  const passwords = ["superuser", "replication", "rewind", "mon"].map(
    (name) => [`${name}-password`, randomBytes(16).toString("hex")] as const
  )
  const passwordOf = (name: string): string => new Map(passwords).get(`${name}-password`) ?? ""

  const own = (path: string) => {
    chownSync(path, user.uid, user.gid)
    return path
  }
  const folderOf = (name: string): string => {
    mkdirSync(join(folder, name), { recursive: true, mode: 0o700 })
    return own(join(folder, name))
  }
  const render = (name: string, ...replacements: ReadonlyArray<readonly [from: string, to: string]>): string =>
    [NETWORK, ...passwords, ...replacements].reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      readFileSync(join(files, name), "utf8")
    )
  const written = (file: string, text: string): string => {
    const path = join(folder, file)
    writeFileSync(path, text, { mode: 0o600 })
    return own(path)
  }
  own(folder)
  chmodSync(folder, 0o755)

  const environmentOf = (name: MemberName) =>
    variables(
      render(
        "machine.env",
        ["db1", name],
        [addressOf("db1"), addressOf(name)],
        ["/var/lib/postgresql/15/mon", join(folderOf(`${name}-data`), "postgres")]
      )
    )
  const log = (name: string): string => join(folder, `${name}.log`)
  const run = (name: string, command: ReadonlyArray<string>, env: Readonly<Record<string, string>> = {}) =>
    startProgram(name, command, { env, user, log: log(name) })

  const patroniFile = written("patroni.yml", render("patroni.yml"))
  const startPatroni = (name: MemberName) =>
    run(`patroni-${name}`, [programs.patroni, patroniFile], environmentOf(name))
  const lasting: Array<Program> = []
  const patronis = new Map<MemberName, Program>()

  const postmasterOf = (name: MemberName): ReadonlyArray<number> => {
    try {
      const file = join(folder, `${name}-data`, "postgres", "postmaster.pid")
      const pid = Number(readFileSync(file, "utf8").split("\n")[0])
      // A file of an earlier server may name a process of another program.
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(`${name}-data`) ? [pid] : []
    } catch {
      return []
    }
  }
  const kill = async (name: MemberName) => {
    killTree(
      [
        ...postmasterOf(name),
        ...(patronis.get(name)?.isRunning() === true ? [patronis.get(name)?.pid ?? 0] : [])
      ].filter((pid) => pid > 1)
    )
    await patronis.get(name)?.kill()
  }
  const stop = async () => {
    for (const name of MEMBERS) await kill(name)
    for (const program of lasting.toReversed()) await program.kill()
  }
  const leader = async (): Promise<MemberName | null> => {
    const found = await Promise.all(MEMBERS.map(isPrimary))
    return MEMBERS.find((_, index) => found[index] === true) ?? null
  }
  const standbys = async (): Promise<number> => {
    const name = await leader()
    const state = name === null ? null : await patroniState(name)
    return (state?.replication ?? []).filter(({ state: each }) => each === "streaming").length
  }

  try {
    for (const name of MEMBERS) {
      const { ETCD_DATA_DIR: _, ...common } = variables(render("etcd.env"))
      const env = { ...common, ...environmentOf(name), ETCD_DATA_DIR: folderOf(`${name}-etcd`) }
      lasting.push(run(`etcd-${name}`, [programs["etcd-server"]], env))
    }
    for (const name of MEMBERS) patronis.set(name, startPatroni(name))
    await until("The start of three servers", async () => (await standbys()) === 2)
    const first = (await leader()) ?? "db1"
    const superuser = `postgres://postgres:${passwordOf("superuser")}@${addressOf(first)}:5432/postgres`
    const statements = render("database.sql")
      .replaceAll(/^--.*$/gmu, "")
      .split(";")
    for (const statement of statements) if (statement.trim() !== "") await runSql(superuser, statement)
    const local = ["127.0.0.1", MON_MACHINE] as const
    const haproxy = written("haproxy.cfg", render("haproxy.cfg", local))
    lasting.push(run("haproxy", [programs.haproxy, "-db", "-f", haproxy]))
    const users = written("userlist.txt", render("userlist.txt"))
    const pgbouncer = written("pgbouncer.ini", render("pgbouncer.ini", local, ["/etc/pgbouncer/userlist.txt", users]))
    lasting.push(run("pgbouncer", [programs.pgbouncer, pgbouncer]))
    return {
      members: MEMBERS.map((name) => ({
        name,
        url: `postgres://mon:${passwordOf("mon")}@${addressOf(name)}:5432/mon`
      })),
      settings: variables(render("mon.env", local)),
      userOf: user,
      leader,
      standbys,
      kill,
      strayMessages: () =>
        [...readFileSync(log("pgbouncer"), "utf8").matchAll(/got packet '[^E]' from server when not linked/gu)].length,
      start: (name) => void patronis.set(name, startPatroni(name)),
      crash: () => {
        const ended = lasting.find((program) => !program.isRunning())
        return ended === undefined ? null : `${ended.name} has ended: ${ended.output()}`
      },
      stop
    }
  } catch (error) {
    const ended = [...lasting, ...patronis.values()].filter((program) => !program.isRunning())
    await stop()
    throw ended.length === 0 ? error : new Error(ended.map(({ name, output }) => `${name}: ${output()}`).join("\n"))
  }
}
