// Starts servers of Debian over TCP. They run as their own users if the test runs as root.
import { execFileSync, spawnSync } from "node:child_process"
import { chmodSync, chownSync, mkdirSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { idOf, isRoot, PASSWORD, POSTGRES, programs, startServer } from "./startServer.ts"

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

/** A directory of values whose clients use gRPC. Its health service is that of grpc-go. */
/** A server that sends the alerts that it gets to the receivers in its configuration. */
export const startAlertmanager = (configuration: string) =>
  startServer({
    command: programs.alertmanager,
    prepare: ({ write }) => {
      write("alertmanager.yml", configuration)
    },
    args: ({ folder, port }) => [
      `--config.file=${join(folder, "alertmanager.yml")}`,
      `--storage.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
      "--cluster.listen-address="
    ],
    ready: /Listening on/u
  })

export const startEtcd = () =>
  startServer({
    command: programs.etcd,
    args: ({ folder, port, spare: [peers] }) => [
      `--data-dir=${folder}/data`,
      `--listen-client-urls=http://127.0.0.1:${port}`,
      `--advertise-client-urls=http://127.0.0.1:${port}`,
      `--listen-peer-urls=http://127.0.0.1:${peers}`,
      `--initial-advertise-peer-urls=http://127.0.0.1:${peers}`,
      `--initial-cluster=default=http://127.0.0.1:${peers}`,
      "--logger=zap"
    ],
    ready: /serving client traffic/u
  })

/** The health service of grpc.health.v1. The whole server serves, and the service "stopped" does not. */
const GRPC_SERVER = `
import sys, time
from concurrent.futures import ThreadPoolExecutor
import grpc

SERVING, NOT_SERVING = b"\\x08\\x01", b"\\x08\\x02"
ANSWERS = {b"": SERVING, b"\\x0a\\x07stopped": NOT_SERVING}

def check(request, context):
    if request not in ANSWERS:
        context.abort(grpc.StatusCode.NOT_FOUND, "unknown service")
    return ANSWERS[request]

port, has_health, most = sys.argv[1], sys.argv[2] == "health", int(sys.argv[3])
server = grpc.server(ThreadPoolExecutor(4), maximum_concurrent_rpcs=most)
if has_health:
    methods = {"Check": grpc.unary_unary_rpc_method_handler(check)}
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("grpc.health.v1.Health", methods),))
server.add_insecure_port("127.0.0.1:" + port)
server.start()
print("ready", flush=True)
while True:
    time.sleep(60)
`

/** A server of Python with the core of gRPC in C++. It refuses a call if there are more calls than `most`. */
export const startGrpc = (health: "health" | "none" = "health", most = 100) =>
  startServer({
    command: "/usr/bin/python3",
    prepare: ({ write }) => void write("server.py", GRPC_SERVER),
    env: () => ({ GRPC_VERBOSITY: "INFO" }),
    args: ({ folder, port }) => [join(folder, "server.py"), String(port), health, String(most)],
    ready: /^ready$/mu
  })
