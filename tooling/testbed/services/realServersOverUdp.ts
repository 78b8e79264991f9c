// Starts servers of Debian over UDP. They run as their own users if the test runs as root.
import { join } from "node:path"
import { PASSWORD, programs, startServer } from "./startServer.ts"

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

/** Has users of SNMP 3: "mon" must encrypt, "signs" must sign, and "open" has no password. */
export const startSnmpd = () =>
  startServer({
    command: programs.snmpd,
    prepare: ({ port, write }) =>
      void write(
        "conf",
        `agentaddress udp:127.0.0.1:${port}\nrocommunity ops 127.0.0.1\nsysname router.example.com\n` +
          `createUser mon SHA-256 "${PASSWORD}" AES "${PASSWORD} too"\nrouser mon priv\n` +
          `createUser signs SHA "${PASSWORD}"\nrouser signs auth\ncreateUser open\nrouser open noauth\n`
      ),
    env: ({ folder }) => ({ SNMP_PERSISTENT_DIR: folder }),
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

/** The requests that a server remembers for 5 seconds. It ignores further ones. The number is that of Debian. */
const REMEMBERED = 16_384

/** The user "mon" has the password, and the user "code" needs a one-time code. */
export const startFreeradius = () =>
  startServer({
    command: programs.freeradius,
    user: "freerad",
    prepare: ({ folder, port, write }) => {
      write("users", `mon Cleartext-Password := "${PASSWORD}"\ncode Cleartext-Password := "${PASSWORD}"\n`)
      write(
        "radiusd.conf",
        `name = radiusd\nlogdir = ${folder}\nrun_dir = ${folder}\npidfile = ${folder}/pid\nmax_request_time = 30\nmax_requests = ${REMEMBERED}\n` +
          "security {\n  status_server = yes\n  allow_vulnerable_openssl = yes\n  reject_delay = 0\n}\n" +
          `modules {\n  pap {\n  }\n  files {\n    usersfile = ${folder}/users\n  }\n}\n` +
          `client here {\n  ipaddr = 127.0.0.1\n  secret = "${PASSWORD}"\n  require_message_authenticator = yes\n}\n` +
          `server default {\n  listen {\n    type = auth\n    ipaddr = 127.0.0.1\n    port = ${port}\n  }\n` +
          '  authorize {\n    files\n    pap\n    if (User-Name == "code") {\n      update control {\n        Response-Packet-Type := Access-Challenge\n      }\n    }\n  }\n' +
          "  authenticate {\n    Auth-Type PAP {\n      pap\n    }\n  }\n  post-auth {\n" +
          '    Post-Auth-Type REJECT {\n      update reply {\n        Reply-Message := "Unknown user or wrong password"\n      }\n    }\n  }\n}\n'
      )
    },
    args: ({ folder }) => ["-f", "-l", "stdout", "-d", folder],
    ready: /Ready to process requests/u
  })

/** Answers OPTIONS with this status. */
export const startKamailio = (status = "200", reason = "OK") =>
  startServer({
    command: programs.kamailio,
    prepare: ({ port, write }) =>
      void write(
        "kamailio.cfg",
        `#!KAMAILIO\ndebug=2\nlog_stderror=yes\nchildren=2\nlisten=udp:127.0.0.1:${port}\ndisable_tcp=yes\n` +
          'mpath="/usr/lib/x86_64-linux-gnu/kamailio/modules/"\nloadmodule "sl.so"\nloadmodule "sanity.so"\nloadmodule "textops.so"\nloadmodule "pv.so"\nloadmodule "xlog.so"\n' +
          "request_route {\n" +
          '  if (!sanity_check("17895", "7")) {\n    xlog("L_ERR", "malformed request from $si\\n");\n    exit;\n  }\n' +
          `  if (is_method("OPTIONS")) {\n    sl_send_reply("${status}", "${reason}");\n    exit;\n  }\n` +
          '  xlog("L_ERR", "unexpected request $rm\\n");\n}\n'
      ),
    args: ({ folder }) => ["-DD", "-E", "-f", join(folder, "kamailio.cfg"), "-Y", folder, "-P", join(folder, "pid")],
    ready: /main\(\): processes/u
  })

/** A server of web pages with HTTP/3. */
export const startCaddy = () =>
  startServer({
    command: programs.caddy,
    prepare: ({ port, spare: [plain], write }) =>
      void write(
        "Caddyfile",
        `{\n  admin off\n  http_port ${plain}\n  https_port ${port}\n  auto_https disable_redirects\n  skip_install_trust\n  debug\n}\n` +
          `https://localhost:${port} {\n  bind 127.0.0.1\n  tls internal\n  respond "hello"\n}\n`
      ),
    env: ({ folder }) => ({ HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }),
    args: ({ folder }) => ["run", "--adapter", "caddyfile", "--config", join(folder, "Caddyfile")],
    ready: /serving initial configuration/u
  })

/** So many addresses do not fit into a datagram. */
export const MANY_RECORDS = 200

/** Has the zone example.com, and refuses to answer for all others. It does not limit how often a client may ask. */
export const startNsd = () =>
  startServer({
    command: programs.nsd,
    prepare: ({ folder, port, write }) => {
      write(
        "example.com.zone",
        "$ORIGIN example.com.\n$TTL 60\n@ SOA ns.example.com. hostmaster.example.com. 1 3600 600 86400 60\n@ NS ns\nns A 192.0.2.53\nwww A 192.0.2.1\n" +
          Array.from({ length: MANY_RECORDS }, (_, index) => `many A 192.0.2.${index + 1}\n`).join("")
      )
      write(
        "nsd.conf",
        `server:\n  ip-address: 127.0.0.1@${port}\n  username: ""\n  chroot: ""\n  zonesdir: "${folder}"\n  pidfile: "${folder}/pid"\n  database: ""\n` +
          `  xfrdfile: "${folder}/xfrd"\n  xfrdir: "${folder}"\n  zonelistfile: "${folder}/zones"\n  verbosity: 3\n  log-only-syslog: no\n  rrl-ratelimit: 0\nremote-control:\n  control-enable: no\n` +
          'zone:\n  name: "example.com"\n  zonefile: "example.com.zone"\n'
      )
    },
    args: ({ folder }) => ["-d", "-c", join(folder, "nsd.conf")],
    ready: /nsd started/u
  })
