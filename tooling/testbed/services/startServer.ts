// Starts a program that is a server, on loopback and in a folder of its own.
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { once } from "node:events"
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync
} from "node:fs"
import { connect, createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

/** Returns a port that was free a moment ago. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  return typeof address === "object" && address !== null ? address.port : 0
}

/** A server that runs. */
export interface RealServer {
  readonly port: number
  readonly folder: string
  /** Everything that the server has logged. */
  readonly log: () => string
  /** Stops the process without ending its connections, as a server does that hangs. */
  readonly freeze: () => Promise<void>
  readonly thaw: () => void
  readonly stop: () => Promise<void>
}

interface Place {
  readonly folder: string
  readonly port: number
  /** Further free ports. */
  readonly spare: readonly [number, number]
}

interface Program {
  readonly command: string
  readonly args: (place: Place) => ReadonlyArray<string>
  /** The user of Debian under which the server runs. Default: the user of the test. */
  readonly user?: string
  readonly env?: (place: Place) => NodeJS.ProcessEnv
  /** Ends what the server leaves behind. */
  readonly end?: (place: Place) => void
  /** Makes the server's files. */
  readonly prepare?: (
    place: Place & {
      readonly run: (command: string, ...args: ReadonlyArray<string>) => string
      readonly write: (name: string, text: string) => string
    }
  ) => void
  /** The text in the log that says that the server is ready. Default: it is ready when it accepts a connection. */
  readonly ready?: RegExp
  /** The file with the log, if it is not what the server prints. */
  readonly logFile?: string
}

export const isRoot = process.getuid?.() === 0

export const idOf = (user: string, which: "-g" | "-u"): number => Number(execFileSync("id", [which, user]).toString())

const START_MS = 60_000
const STOP_MS = 10_000
const POLL_MS = 50

/** Returns a process and all processes that it started. */
const familyOf = (ancestor: number): ReadonlyArray<number> => {
  const parents = execFileSync("ps", ["-e", "-o", "pid=,ppid="])
    .toString()
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/u).map(Number))
  const family = [ancestor]
  for (const member of family) for (const [pid = 0, parent] of parents) if (parent === member) family.push(pid)
  return family
}

/** Whether all threads of a process have stopped. On a busy machine, some go on for a moment after the signal. */
const isStopped = (pid: number): boolean =>
  !existsSync(`/proc/${pid}`) ||
  execFileSync("ps", ["-L", "-o", "stat=", "-p", String(pid)])
    .toString()
    .trim()
    .split("\n")
    .every((state) => /^[TZ]/u.test(state.trim()))

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy()
      resolve(true)
    })
    socket.on("error", () => resolve(false))
  })

const whenGone = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
}

/** Starts a server, and waits until it is ready. */
export const startServer = async ({
  end,
  args,
  command,
  env,
  logFile,
  prepare,
  ready,
  user
}: Program): Promise<RealServer> => {
  const folder = mkdtempSync(join(tmpdir(), "mon-server-"))
  const port = await freePort()
  const place: Place = { folder, port, spare: [await freePort(), await freePort()] }
  const owner = user === undefined || !isRoot ? {} : { uid: idOf(user, "-u"), gid: idOf(user, "-g") }
  const own = (path: string) => {
    if (owner.uid !== undefined) chownSync(path, owner.uid, owner.gid)
  }
  chmodSync(folder, 0o755)
  own(folder)
  prepare?.({
    ...place,
    run: (program, ...given) => execFileSync(program, given, { ...owner, cwd: folder, stdio: "pipe" }).toString(),
    write: (name, text) => {
      const file = join(folder, name)
      mkdirSync(join(file, ".."), { recursive: true })
      writeFileSync(file, text, { mode: 0o600 })
      own(file)
      return file
    }
  })
  const output = join(folder, "output.log")
  const printed = openSync(output, "a")
  const child = spawn(command, [...args(place)], {
    ...owner,
    cwd: folder,
    env: { ...process.env, ...env?.(place) },
    stdio: ["ignore", printed, printed]
  })
  const signal = (name: NodeJS.Signals) => {
    for (const pid of familyOf(child.pid ?? 0)) {
      try {
        process.kill(pid, name)
      } catch {
        // The process has already ended.
      }
    }
  }
  closeSync(printed)
  const logs = [output, ...(logFile === undefined ? [] : [join(folder, logFile)])]
  const log = () => logs.map((file) => (existsSync(file) ? readFileSync(file, "utf8") : "")).join("")
  const until = Date.now() + START_MS
  while (!(ready === undefined ? await accepts(port) : ready.test(log()))) {
    if (child.exitCode !== null || Date.now() > until) {
      signal("SIGKILL")
      throw new Error(`${command} did not start:\n${log()}`)
    }
    await sleep(POLL_MS)
  }
  return {
    port,
    folder,
    log,
    freeze: async () => {
      signal("SIGSTOP")
      while (!familyOf(child.pid ?? 0).every(isStopped)) await sleep(POLL_MS)
    },
    thaw: () => signal("SIGCONT"),
    stop: async () => {
      signal("SIGCONT")
      child.kill("SIGTERM")
      const kill = setTimeout(() => signal("SIGKILL"), STOP_MS)
      await whenGone(child)
      clearTimeout(kill)
      end?.(place)
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

export const POSTGRES = "/usr/lib/postgresql/15/bin"

/** The path of each program. A test is skipped if its program is missing. */
export const programs = {
  alertmanager: "/usr/bin/prometheus-alertmanager",
  caddy: "/usr/bin/caddy",
  chrony: "/usr/sbin/chronyd",
  coturn: "/usr/bin/turnserver",
  dovecot: "/usr/sbin/dovecot",
  etcd: "/usr/bin/etcd",
  freeradius: "/usr/sbin/freeradius",
  grpc: "/usr/lib/python3/dist-packages/grpc/__init__.py",
  kamailio: "/usr/sbin/kamailio",
  ldap: "/usr/sbin/slapd",
  mariadb: "/usr/sbin/mariadbd",
  mosquitto: "/usr/sbin/mosquitto",
  nsd: "/usr/sbin/nsd",
  postfix: "/usr/sbin/postfix",
  postgres: `${POSTGRES}/postgres`,
  rabbitmq: "/usr/lib/rabbitmq/bin/rabbitmq-server",
  redis: "/usr/bin/redis-server",
  snmpd: "/usr/sbin/snmpd",
  ssh: "/usr/sbin/sshd",
  vsftpd: "/usr/sbin/vsftpd"
} as const

export const PASSWORD = "correct horse"
