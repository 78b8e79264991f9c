// Starts servers of Debian on loopback, each in a folder of its own. They run as their own users if the test runs as
// root.
import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process"
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
  readonly freeze: () => void
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

const isRoot = process.getuid?.() === 0

const idOf = (user: string, which: "-g" | "-u"): number => Number(execFileSync("id", [which, user]).toString())

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
const startServer = async ({
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
    if (child.exitCode !== null || Date.now() > until) throw new Error(`${command} did not start:\n${log()}`)
    await sleep(POLL_MS)
  }
  return {
    port,
    folder,
    log,
    freeze: () => signal("SIGSTOP"),
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

const POSTGRES = "/usr/lib/postgresql/15/bin"

/** The path of each program. A test is skipped if its program is missing. */
export const programs = {
  chrony: "/usr/sbin/chronyd",
  coturn: "/usr/bin/turnserver",
  dovecot: "/usr/sbin/dovecot",
  freeradius: "/usr/sbin/freeradius",
  ldap: "/usr/sbin/slapd",
  mariadb: "/usr/sbin/mariadbd",
  mosquitto: "/usr/sbin/mosquitto",
  postfix: "/usr/sbin/postfix",
  postgres: `${POSTGRES}/postgres`,
  rabbitmq: "/usr/lib/rabbitmq/bin/rabbitmq-server",
  redis: "/usr/bin/redis-server",
  snmpd: "/usr/sbin/snmpd",
  ssh: "/usr/sbin/sshd",
  vsftpd: "/usr/sbin/vsftpd"
} as const

export const PASSWORD = "correct horse"

export const startRedis = (...options: ReadonlyArray<string>) =>
  startServer({
    command: programs.redis,
    args: ({ folder, port }) => [
      "--port",
      String(port),
      "--bind",
      "127.0.0.1",
      "--dir",
      folder,
      "--save",
      "",
      ...options
    ],
    ready: /Ready to accept connections/u
  })

/** Users: "mon" with SCRAM, "old" with MD5, "plain" with the password itself. */
const startPostgresWith = (settings: ReadonlyArray<string>, isStandby: boolean) =>
  startServer({
    command: programs.postgres,
    user: "postgres",
    prepare: ({ folder, run, write }) => {
      const data = join(folder, "data")
      run(`${POSTGRES}/initdb`, "-D", data, "-A", "trust", "-U", "postgres", "--no-sync")
      write(
        "setup.sql",
        `CREATE ROLE mon LOGIN PASSWORD '${PASSWORD}';\n` +
          `SET password_encryption = 'md5';\nCREATE ROLE old LOGIN PASSWORD '${PASSWORD}';\n` +
          `CREATE ROLE plain LOGIN PASSWORD '${PASSWORD}';\nCREATE DATABASE shop;\n`
      )
      run("/bin/sh", "-c", `${POSTGRES}/postgres --single -D ${data} postgres < ${join(folder, "setup.sql")}`)
      write(
        "data/pg_hba.conf",
        "host all mon 127.0.0.1/32 scram-sha-256\nhost all old 127.0.0.1/32 md5\nhost all plain 127.0.0.1/32 password\nhost all nobody 127.0.0.1/32 reject\nhost all all 127.0.0.1/32 scram-sha-256\n"
      )
      if (isStandby) write("data/standby.signal", "")
    },
    args: ({ folder, port }) => [
      "-D",
      join(folder, "data"),
      "-p",
      String(port),
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      `unix_socket_directories=${folder}`,
      ...settings.flatMap((setting) => ["-c", setting])
    ],
    ready: isStandby ? /entering standby mode/u : /ready to accept connections/u
  })

export const startPostgres = (...settings: ReadonlyArray<string>) => startPostgresWith(settings, false)

/** A server that follows no other server, and accepts no clients until it has caught up, which never happens. */
export const startPostgresInRecovery = () => startPostgresWith(["hot_standby=off"], true)

export const startMariadb = (...options: ReadonlyArray<string>) =>
  startServer({
    command: programs.mariadb,
    user: "mysql",
    prepare: ({ folder, run, write }) => {
      run(
        "/usr/bin/mariadb-install-db",
        "--no-defaults",
        `--datadir=${folder}/data`,
        "--auth-root-authentication-method=normal"
      )
      write(
        "setup.sql",
        `DROP USER IF EXISTS ''@localhost;\nCREATE USER mon@localhost IDENTIFIED BY '${PASSWORD}';\nCREATE DATABASE shop;\nGRANT ALL ON shop.* TO mon@localhost;\n` +
          "CREATE TABLE shop.orders (id INT);\nINSERT INTO shop.orders VALUES (1), (2), (3);\n"
      )
    },
    args: ({ folder, port }) => [
      "--no-defaults",
      `--datadir=${folder}/data`,
      `--socket=${folder}/socket`,
      `--pid-file=${folder}/pid`,
      `--init-file=${folder}/setup.sql`,
      "--bind-address=127.0.0.1",
      `--port=${port}`,
      ...options
    ],
    ready: /ready for connections/u
  })

export const startMosquitto = (isOpen: boolean) =>
  startServer({
    command: programs.mosquitto,
    prepare: ({ folder, port, run, write }) => {
      run("/usr/bin/mosquitto_passwd", "-c", "-b", join(folder, "users"), "mon", PASSWORD)
      write(
        "conf",
        `listener ${port} 127.0.0.1\nallow_anonymous ${isOpen}\npassword_file ${join(folder, "users")}\nuser root\nlog_type all\n`
      )
    },
    args: ({ folder }) => ["-c", join(folder, "conf")],
    ready: /running/u
  })

export const startLdap = () =>
  startServer({
    command: programs.ldap,
    user: "openldap",
    prepare: ({ folder, write }) => {
      mkdirSync(join(folder, "db"))
      if (isRoot) chownSync(join(folder, "db"), idOf("openldap", "-u"), idOf("openldap", "-g"))
      write(
        "conf",
        `include /etc/ldap/schema/core.schema\nmodulepath /usr/lib/ldap\nmoduleload back_mdb\npidfile ${folder}/pid\ndatabase mdb\nsuffix "dc=example,dc=com"\nrootdn "cn=mon,dc=example,dc=com"\nrootpw "${PASSWORD}"\ndirectory ${folder}/db\n`
      )
    },
    args: ({ folder, port }) => ["-d", "256", "-f", join(folder, "conf"), "-h", `ldap://127.0.0.1:${port}`],
    ready: /slapd starting/u
  })

export const startRabbitmq = () =>
  startServer({
    command: programs.rabbitmq,
    user: "rabbitmq",
    prepare: ({ port, write }) => {
      write("rabbitmq.conf", `listeners.tcp.1 = 127.0.0.1:${port}\nlog.console = true\nlog.console.level = info\n`)
      write("enabled_plugins", "[].\n")
    },
    env: ({ folder, port, spare: [distribution, mapper] }) => ({
      HOME: folder,
      ERL_EPMD_ADDRESS: "127.0.0.1",
      ERL_EPMD_PORT: String(mapper),
      RABBITMQ_NODENAME: `mon${port}@localhost`,
      RABBITMQ_DIST_PORT: String(distribution),
      RABBITMQ_CONFIG_FILE: join(folder, "rabbitmq.conf"),
      RABBITMQ_MNESIA_BASE: join(folder, "mnesia"),
      RABBITMQ_LOG_BASE: join(folder, "logs"),
      RABBITMQ_ENABLED_PLUGINS_FILE: join(folder, "enabled_plugins")
    }),
    args: () => [],
    // The port mapper of Erlang is a daemon.
    end: ({ spare: [, mapper] }) => void spawnSync("epmd", ["-port", String(mapper), "-kill"]),
    ready: /Server startup complete/u
  })

export const startSsh = (...settings: ReadonlyArray<string>) =>
  startServer({
    command: programs.ssh,
    prepare: ({ folder, port, run, write }) => {
      mkdirSync("/run/sshd", { recursive: true })
      run("/usr/bin/ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", join(folder, "key"))
      write(
        "conf",
        `Port ${port}\nListenAddress 127.0.0.1\nHostKey ${join(folder, "key")}\nPidFile none\n${settings.join("\n")}\n`
      )
    },
    args: ({ folder }) => ["-D", "-e", "-f", join(folder, "conf")],
    ready: /Server listening/u
  })

export const startVsftpd = (...settings: ReadonlyArray<string>) =>
  startServer({
    command: programs.vsftpd,
    prepare: ({ folder, port, write }) => {
      mkdirSync("/var/run/vsftpd/empty", { recursive: true })
      write(
        "conf",
        `listen=YES\nlisten_address=127.0.0.1\nlisten_port=${port}\nbackground=NO\nanonymous_enable=YES\nno_anon_password=YES\nxferlog_enable=YES\nlog_ftp_protocol=YES\nvsftpd_log_file=${folder}/vsftpd.log\n${settings.join("\n")}\n`
      )
    },
    args: ({ folder }) => [`${folder}/conf`],
    logFile: "vsftpd.log"
  })

/** Serves the mailbox of "mon", in which there is one message. */
export const startDovecot = (protocol: "imap" | "pop3") =>
  startServer({
    command: programs.dovecot,
    prepare: ({ folder, port, write }) => {
      write("home/Maildir/new/1.example", "From: a@example.com\nSubject: One\n\nHello\n")
      write(
        "conf",
        `base_dir = ${folder}/run\nlog_path = ${folder}/dovecot.log\nprotocols = ${protocol}\nlisten = 127.0.0.1\n` +
          `ssl = no\ndisable_plaintext_auth = no\nmail_location = maildir:~/Maildir\nfirst_valid_uid = 1\n` +
          `service ${protocol}-login {\n  inet_listener ${protocol} {\n    port = ${port}\n  }\n  inet_listener ${protocol}s {\n    port = 0\n  }\n}\n` +
          `passdb {\n  driver = passwd-file\n  args = ${folder}/users\n}\n` +
          `userdb {\n  driver = static\n  args = uid=mail gid=mail home=${folder}/home\n}\n`
      )
      write("users", `mon:{PLAIN}${PASSWORD}\n`)
      execFileSync("chown", ["-R", "mail:mail", join(folder, "home")])
      chmodSync(join(folder, "users"), 0o644)
    },
    args: ({ folder }) => ["-F", "-c", join(folder, "conf")],
    logFile: "dovecot.log",
    ready: /starting up/u
  })

const POSTFIX_SERVICES = [
  "anvil unix - - n - 1 anvil",
  "bounce unix - - n - 0 bounce",
  "cleanup unix n - n - 0 cleanup",
  "defer unix - - n - 0 bounce",
  "error unix - - n - - error",
  "postlog unix-dgram n - n - 1 postlogd",
  "proxymap unix - - n - - proxymap",
  "qmgr unix n - n 300 1 qmgr",
  "rewrite unix - - n - - trivial-rewrite",
  "tlsmgr unix - - n 1000? 1 tlsmgr",
  "trace unix - - n - 0 bounce",
  "virtual unix - n n - - virtual"
]

export const startPostfix = (...settings: ReadonlyArray<string>) =>
  startServer({
    command: "/bin/sh",
    prepare: ({ folder, port, run, write }) => {
      mkdirSync(join(folder, "queue"))
      mkdirSync(join(folder, "data"))
      run("chown", "postfix", join(folder, "data"))
      write(
        "main.cf",
        [
          "compatibility_level = 3.6",
          `queue_directory = ${folder}/queue`,
          `data_directory = ${folder}/data`,
          "inet_interfaces = 127.0.0.1",
          "myhostname = mx.example.com",
          `maillog_file = ${folder}/mail.log`,
          `maillog_file_prefixes = ${tmpdir()}`,
          ...settings
        ].join("\n")
      )
      write("master.cf", [`127.0.0.1:${port} inet n - n - - smtpd`, ...POSTFIX_SERVICES, ""].join("\n"))
      for (const name of ["main.cf", "master.cf"]) chmodSync(join(folder, name), 0o644)
    },
    args: ({ folder }) => ["-c", `exec /usr/sbin/postfix -c ${folder} start-fg`],
    // The master process leaves the family of the command.
    end: ({ folder }) => void spawnSync(programs.postfix, ["-c", folder, "stop"]),
    logFile: "mail.log",
    ready: /daemon started/u
  })

export const startChrony = () =>
  startServer({
    command: programs.chrony,
    prepare: ({ folder, port, write }) =>
      void write(
        "conf",
        `port ${port}\nbindaddress 127.0.0.1\nallow 127.0.0.1\nlocal stratum 8\ncmdport 0\nbindcmdaddress /\npidfile ${folder}/pid\nuser root\n`
      ),
    // Without the right to set the clock.
    args: ({ folder }) => ["-d", "-x", "-f", join(folder, "conf")],
    ready: /chronyd version/u
  })

export const startSnmpd = () =>
  startServer({
    command: programs.snmpd,
    prepare: ({ port, write }) =>
      void write("conf", `agentaddress udp:127.0.0.1:${port}\nrocommunity ops 127.0.0.1\nsysname router.example.com\n`),
    args: ({ folder }) => ["-f", "-Lo", "-C", "-c", join(folder, "conf"), "-p", join(folder, "pid")],
    ready: /NET-SNMP version/u
  })

export const startCoturn = () =>
  startServer({
    command: programs.coturn,
    args: ({ folder, port }) => [
      "-n",
      "--listening-ip=127.0.0.1",
      `--listening-port=${port}`,
      "--no-tls",
      "--no-dtls",
      "--no-cli",
      "--no-auth",
      "--log-file=stdout",
      `--pidfile=${folder}/pid`,
      `--userdb=${folder}/db`
    ],
    ready: /DB connection success/u
  })

export const startFreeradius = () =>
  startServer({
    command: programs.freeradius,
    user: "freerad",
    prepare: ({ folder, port, write }) =>
      void write(
        "radiusd.conf",
        `name = radiusd\nlogdir = ${folder}\nrun_dir = ${folder}\npidfile = ${folder}/pid\nmax_request_time = 30\n` +
          "security {\n  status_server = yes\n  allow_vulnerable_openssl = yes\n}\nmodules {\n}\n" +
          `client here {\n  ipaddr = 127.0.0.1\n  secret = "${PASSWORD}"\n}\n` +
          `server default {\n  listen {\n    type = auth\n    ipaddr = 127.0.0.1\n    port = ${port}\n  }\n  authorize {\n  }\n}\n`
      ),
    args: ({ folder }) => ["-f", "-l", "stdout", "-d", folder],
    ready: /Ready to process requests/u
  })
