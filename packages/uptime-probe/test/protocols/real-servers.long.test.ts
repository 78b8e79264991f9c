// Checks servers of Debian in five states: up, starting, refusing, with wrong credentials, and half dead. Then checks
// each server many times (MON_CASES), and reads its log.
import {
  freePort,
  MANY_RECORDS,
  PASSWORD,
  programs,
  type RealServer,
  startCaddy,
  startChrony,
  startCoturn,
  startDovecot,
  startEtcd,
  startFreeradius,
  startGrpc,
  startKamailio,
  startLdap,
  startMariadb,
  startMosquitto,
  startNsd,
  startPostfix,
  startPostgres,
  startPostgresInRecovery,
  startRabbitmq,
  startRedis,
  startSnmpd,
  startSsh,
  startVsftpd
} from "@mon/tooling/testbed/services"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { connect, type Socket } from "node:net"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { ProtocolRequest, ServiceRequest } from "../../src/index.ts"
import { makeServiceLab } from "../serviceLab.ts"

const CASES = Number(process.env.MON_CASES ?? 200)
const lab = await makeServiceLab()
const { probe } = lab
afterAll(() => lab.close())

type WithoutTarget<Whole> = Whole extends unknown ? Omit<Whole, "server" | "target"> : never
type Request = WithoutTarget<Extract<ServiceRequest, { readonly type: "dns" }> | ProtocolRequest>

const at = (port: number, request: Request, timeoutMs = 10_000) => {
  const place = { [request.type === "dns" ? "server" : "target"]: `127.0.0.1:${port}` }
  return probe.check({ ...request, ...place, timeoutMs } as ServiceRequest)
}

interface Case {
  readonly program: keyof typeof programs
  readonly start: () => Promise<RealServer>
  /** The full check: a login and one question, where the protocol has them. */
  readonly request: Request
  readonly found: object
  /** The same check with a wrong password. Absent for protocols without a login. */
  readonly wrong?: Request
  /** Starts a server that refuses clients once these connections are open (default: 1), and the outcome. */
  readonly full?: { readonly start: () => Promise<RealServer>; readonly outcome: string; readonly connections?: number }
  /** Other checks of the server that is up, by what they show, with their outcomes. */
  readonly others?: Readonly<Record<string, readonly [request: Request, outcome: string, found: object]>>
  /** The lines in the server's log that would be complaints about the check. */
  readonly complaints: RegExp
}

const login = { username: "mon", password: PASSWORD }
const wrong = { username: "mon", password: "wrong" }
const mailComplaints = /warning|error|fatal|lost|timeout|too many/iu

const CASES_OF: Readonly<Record<string, Case>> = {
  redis: {
    program: "redis",
    start: () => startRedis("--requirepass", PASSWORD),
    request: { type: "redis", login: { username: "", password: PASSWORD }, tls: "never", role: "primary" },
    found: { role: "primary", needsLogin: true },
    wrong: { type: "redis", login: { username: "", password: "wrong" }, tls: "never" },
    full: { start: () => startRedis("--maxclients", "1"), outcome: "service_refused" },
    complaints: /client|security|attack/iu
  },
  postgres: {
    program: "postgres",
    start: () => startPostgres(),
    request: {
      type: "postgres",
      login,
      database: "shop",
      query: "SELECT 40 + 2",
      answer: { equals: "42" },
      role: "primary"
    },
    found: { value: "42", authentication: "scram-sha-256", role: "primary" },
    wrong: { type: "postgres", login: wrong, database: "shop" },
    full: {
      start: () => startPostgres("max_connections=1", "superuser_reserved_connections=0", "max_wal_senders=0"),
      outcome: "service_refused"
    },
    complaints: /incomplete|unexpected|error|fatal|could not/iu
  },
  mariadb: {
    program: "mariadb",
    start: () => startMariadb("--log-warnings=4"),
    request: { type: "mysql", login, database: "shop", query: "SELECT count(*) FROM orders", answer: { atLeast: 3 } },
    found: { value: "3", serverVersion: expect.stringContaining("MariaDB") },
    wrong: { type: "mysql", login: wrong },
    full: { start: () => startMariadb("--max-connections=10"), outcome: "service_refused", connections: 11 },
    complaints: /\[warning\].*(?:abort|denied|packet|host)|\[error\]/iu
  },
  mosquitto: {
    program: "mosquitto",
    start: () => startMosquitto(false),
    request: { type: "mqtt", login, tls: "never" },
    found: { needsLogin: true },
    wrong: { type: "mqtt", login: wrong, tls: "never" },
    complaints: /error|closed|timeout|protocol/iu
  },
  rabbitmq: {
    program: "rabbitmq",
    start: () => startRabbitmq(),
    request: { type: "amqp", login: { username: "guest", password: "guest" }, tls: "never" },
    found: { product: expect.stringMatching(/^RabbitMQ \d/u) },
    wrong: { type: "amqp", login: wrong, tls: "never" },
    complaints: /\[(?:warning|error)\]/u
  },
  ldap: {
    program: "ldap",
    start: () => startLdap(),
    request: { type: "ldap", tls: "never", login: { username: "cn=mon,dc=example,dc=com", password: PASSWORD } },
    found: {},
    wrong: { type: "ldap", tls: "never", login: { username: "cn=mon,dc=example,dc=com", password: "wrong" } },
    complaints: /connection lost|error|unsupported/iu
  },
  ssh: {
    program: "ssh",
    start: () => startSsh("MaxStartups 100"),
    request: { type: "ssh" },
    found: { identification: expect.stringContaining("OpenSSH"), hostKeys: ["ssh-ed25519"] },
    full: { start: () => startSsh("MaxStartups 1"), outcome: "service_refused" },
    complaints: /error|did not receive|invalid|bad|reset|beginning MaxStartups/iu
  },
  ftp: {
    program: "vsftpd",
    start: () => startVsftpd(),
    request: { type: "ftp", login: { username: "anonymous", password: "mon@example.com" }, tls: "never" },
    found: { greeting: expect.stringContaining("vsFTPd") },
    wrong: { type: "ftp", login: wrong, tls: "never" },
    full: { start: () => startVsftpd("max_clients=1"), outcome: "service_refused" },
    complaints: /fail|response: .*"[45]\d\d /iu
  },
  imap: {
    program: "dovecot",
    start: () => startDovecot("imap"),
    request: { type: "imap", login, tls: "never" },
    found: { messages: 1 },
    wrong: { type: "imap", login: wrong, tls: "never" },
    complaints: mailComplaints
  },
  pop3: {
    program: "dovecot",
    start: () => startDovecot("pop3"),
    request: { type: "pop3", login, tls: "never" },
    found: { messages: 1 },
    wrong: { type: "pop3", login: wrong, tls: "never" },
    complaints: mailComplaints
  },
  smtp: {
    program: "postfix",
    start: () => startPostfix(),
    request: { type: "smtp" },
    found: { greeting: expect.stringContaining("Postfix") },
    full: {
      start: () => startPostfix("smtpd_client_connection_count_limit = 1", "smtpd_client_event_limit_exceptions ="),
      outcome: "service_refused"
    },
    complaints: /lost connection|timeout|non-SMTP|improper|too many/iu
  },
  etcd: {
    program: "etcd",
    start: startEtcd,
    request: { type: "grpc" },
    found: { status: 0, health: "serving" },
    others: { "without the service": [{ type: "grpc", service: "shop" }, "wrong_answer", { status: 5 }] },
    complaints: /"level":"(?:warn|error|fatal)"|reject|closing transport/u
  },
  grpc: {
    program: "grpc",
    start: () => startGrpc(),
    request: { type: "grpc" },
    found: { status: 0, health: "serving" },
    full: { start: () => startGrpc("health", 0), outcome: "service_refused", connections: 0 },
    others: {
      "not serving": [{ type: "grpc", service: "stopped" }, "service_refused", { status: 0, health: "notServing" }],
      "without the service": [{ type: "grpc", service: "shop" }, "wrong_answer", { status: 5 }]
    },
    complaints: /error|fail|invalid|goaway|exception/iu
  }
}

const snmpUser = { name: "mon", password: PASSWORD, hash: "sha256", privacyPassword: `${PASSWORD} too` } as const

/** The servers over UDP. With a wrong community or secret, they do not answer. */
const OVER_UDP: Readonly<Record<string, Case>> = {
  chrony: {
    program: "chrony",
    start: startChrony,
    request: { type: "ntp", maxStratum: 8, maxOffsetMs: 1_000 },
    found: { stratum: 8 },
    complaints: /error|fatal|could not/iu
  },
  snmpd: {
    program: "snmpd",
    start: startSnmpd,
    request: { type: "snmp", community: "ops", oid: "1.3.6.1.2.1.1.5.0", answer: { equals: "router.example.com" } },
    found: { value: "router.example.com" },
    wrong: { type: "snmp", community: "wrong" },
    complaints: /error|fail|bad|unknown/iu
  },
  "snmpd with a user of version 3": {
    program: "snmpd",
    start: startSnmpd,
    request: { type: "snmp", user: snmpUser, oid: "1.3.6.1.2.1.1.5.0" },
    found: { value: "router.example.com" },
    others: {
      "with a wrong password": [
        { type: "snmp", user: { ...snmpUser, password: "wrong password" } },
        "login_refused",
        {}
      ],
      "with an unknown user": [{ type: "snmp", user: { ...snmpUser, name: "nobody" } }, "login_refused", {}],
      "that wants encryption": [
        { type: "snmp", user: { name: "mon", password: PASSWORD, hash: "sha256" } },
        "login_refused",
        {}
      ],
      "with signatures": [{ type: "snmp", user: { name: "signs", password: PASSWORD } }, "ok", {}],
      "without passwords": [{ type: "snmp", user: { name: "open" } }, "ok", {}]
    },
    // The agent does not answer what it cannot decrypt.
    wrong: { type: "snmp", user: { ...snmpUser, privacyPassword: "wrong password" } },
    complaints: /error|fail|bad|unknown/iu
  },
  coturn: {
    program: "coturn",
    start: startCoturn,
    request: { type: "stun" },
    found: { mappedAddress: expect.stringMatching(/^127\.0\.0\.1:\d+$/u) },
    complaints: /error|wrong|fail/iu
  },
  freeradius: {
    program: "freeradius",
    start: startFreeradius,
    request: { type: "radius", secret: PASSWORD },
    found: { purpose: "logins" },
    wrong: { type: "radius", secret: "wrong" },
    complaints: /error|dropping|invalid|ignoring/iu
  },
  "freeradius with a login": {
    program: "freeradius",
    start: startFreeradius,
    request: { type: "radius", secret: PASSWORD, login },
    found: { purpose: "logins", login: "accepted" },
    others: {
      "with a wrong password": [
        { type: "radius", secret: PASSWORD, login: wrong },
        "login_refused",
        { login: "refused" }
      ],
      "that asks for more": [
        { type: "radius", secret: PASSWORD, login: { ...login, username: "code" } },
        "ok",
        { login: "challenged" }
      ]
    },
    wrong: { type: "radius", secret: "wrong", login },
    complaints: /error|dropping|invalid|ignoring/iu
  },
  kamailio: {
    program: "kamailio",
    start: () => startKamailio(),
    request: { type: "sip" },
    found: { status: 200, server: expect.stringContaining("kamailio") },
    full: { start: () => startKamailio("503", "Service Unavailable"), outcome: "service_refused", connections: 0 },
    complaints: /warning|error|critical/iu
  },
  caddy: {
    program: "caddy",
    start: startCaddy,
    request: { type: "quic" },
    found: { versions: expect.arrayContaining(["00000001"]) },
    complaints: /"level":"(?:warn|error|fatal)"|fail/iu
  },
  nsd: {
    program: "nsd",
    start: startNsd,
    request: { type: "dns", name: "www.example.com", recordType: "A", expect: [{ answer: "192.0.2.1" }] },
    found: { rcode: "NOERROR", answers: ["192.0.2.1"] },
    others: {
      "that refuses to answer for another zone": [
        { type: "dns", name: "www.example.net", recordType: "A" },
        "expectation_failed",
        { rcode: "REFUSED" }
      ],
      "whose answer is too long for UDP": [
        { type: "dns", name: "many.example.com", recordType: "A", expect: [{ minimumAnswers: MANY_RECORDS }] },
        "ok",
        { rcode: "NOERROR" }
      ]
    },
    complaints: /error|warning|fail|drop/iu
  }
}

/** Opens connections, and waits until the server has said something on each. */
const occupy = async (port: number, count: number, first: string | Uint8Array): Promise<ReadonlyArray<Socket>> => {
  const enter = async (): Promise<Socket> => {
    const socket = connect(port, "127.0.0.1")
    socket.write(first)
    const [answer] = (await once(socket, "data")) as [Buffer]
    // vsftpd counts a connection that has just ended, such as the one that waited for its start.
    if (!answer.toString("latin1").startsWith("421")) return socket
    socket.destroy()
    return enter()
  }
  return Promise.all(Array.from({ length: count }, enter))
}

/** What a client must say to a server that does not speak first. */
const FIRST: ReadonlyMap<string, Buffer> = new Map([
  ["postgres", Buffer.from("\0\0\0\x12\0\x03\0\0user\0old\0\0", "latin1")],
  ["redis", Buffer.from("PING\r\n")]
])

const ALL = Object.entries({ ...CASES_OF, ...OVER_UDP })

describe.each(ALL)(
  "%s",
  (name, { complaints, found, full, others = {}, program, request, start, wrong: wrongLogin }) => {
    const isHere = existsSync(programs[program])
    const isSilent = Object.hasOwn(OVER_UDP, name)
    let server: RealServer
    beforeAll(async () => {
      if (isHere) server = await start()
    }, 90_000)
    afterAll(async () => {
      if (isHere) await server.stop()
    }, 30_000)

    it.skipIf(!isHere)("is up", async () => {
      const result = await at(server.port, request)
      expect([result.outcome, result.message]).toEqual(["ok", null])
      expect(result.found).toMatchObject(found)
    })

    it.skipIf(!isHere)("is down before it listens", async () => {
      expect(await at(await freePort(), request)).toMatchObject({ outcome: "connect_refused" })
    })

    it.skipIf(!isHere)(
      `has no complaint in its log after ${CASES} checks`,
      async () => {
        const before = server.log().length
        const failures: Array<string> = []
        for (let count = 0; count < CASES; count++) {
          const { message, outcome } = await at(server.port, request)
          if (outcome !== "ok") failures.push(`${count}: ${outcome} ${message}`)
        }
        expect(failures).toEqual([])
        const lines = server
          .log()
          .slice(before)
          .split("\n")
          .filter((line) => complaints.test(line))
        expect(lines.slice(0, 5)).toEqual([])
      },
      1_800_000
    )

    it.skipIf(!isHere || wrongLogin === undefined)("refuses a wrong password", async () => {
      const result = await at(server.port, wrongLogin ?? request, isSilent ? 1_000 : 10_000)
      expect(result.outcome).toBe(isSilent ? "header_timeout" : "login_refused")
      expect(JSON.stringify(result)).not.toContain(wrong.password.concat('"'))
    })

    it.skipIf(!isHere).each(Object.entries(others))("shows a server %s", async (_state, [other, outcome, shown]) => {
      const result = await at(server.port, other)
      expect([result.outcome, result.found]).toMatchObject([outcome, shown])
    })

    it.skipIf(!isHere || full === undefined)(
      "is down when it has no place for a client",
      async () => {
        const busy = await (full?.start() ?? start())
        const sockets = await occupy(busy.port, full?.connections ?? 1, FIRST.get(program) ?? "")
        const result = await at(busy.port, request)
        for (const socket of sockets) socket.destroy()
        await busy.stop()
        expect([result.outcome, result.verdict]).toEqual([full?.outcome, "down"])
      },
      90_000
    )

    it.skipIf(!isHere)("is down when its processes hang", async () => {
      await server.freeze()
      const result = await at(server.port, request, 1_000)
      server.thaw()
      expect(result.outcome).toMatch(/header_timeout|body_timeout/u)
    })
  }
)

it.skipIf(!existsSync(programs.postgres))(
  "a PostgreSQL server that recovers refuses connections",
  async () => {
    const server = await startPostgresInRecovery()
    const result = await at(server.port, { type: "postgres", login })
    await server.stop()
    expect(result).toMatchObject({ outcome: "service_refused", message: expect.stringContaining("(57P03)") })
  },
  90_000
)

it.skipIf(!existsSync(programs.grpc))(
  "a gRPC server without a health service is up only if that is accepted",
  async () => {
    const server = await startGrpc("none")
    const outcomes = [
      await at(server.port, { type: "grpc" }),
      await at(server.port, { type: "grpc", acceptUnimplemented: true })
    ]
    await server.stop()
    expect(outcomes).toMatchObject([
      { outcome: "wrong_answer", message: "The server has no health service.", found: { status: 12 } },
      { outcome: "ok" }
    ])
  },
  90_000
)

it.skipIf(!existsSync(programs.redis))(
  "a Redis replica without its primary refuses commands",
  async () => {
    const server = await startRedis("--replicaof", "127.0.0.1 1", "--replica-serve-stale-data", "no")
    const result = await at(server.port, { type: "redis" })
    await server.stop()
    expect(result).toMatchObject({ outcome: "service_refused", message: expect.stringContaining("MASTERDOWN") })
  },
  90_000
)

it.skipIf(!existsSync(programs.postfix) || !existsSync(programs.dovecot))(
  "a message goes from Postfix to a mailbox of Dovecot, where it is deleted",
  async () => {
    const mailbox = await startDovecot("imap")
    const relay = await startPostfix(
      "virtual_mailbox_domains = example.net",
      `virtual_mailbox_base = ${mailbox.folder}/home`,
      "virtual_mailbox_maps = static:Maildir/",
      "virtual_uid_maps = static:8",
      "virtual_gid_maps = static:8",
      "virtual_minimum_uid = 1"
    )
    const receive = { target: `127.0.0.1:${mailbox.port}`, tls: "never", login } as const
    const found = await probe.mailRoundTrip({
      send: { target: `127.0.0.1:${relay.port}` },
      from: "probe@example.com",
      to: "mon@example.net",
      receive,
      withinMs: 30_000
    })
    const left = await probe.protocol({ type: "imap", ...receive })
    await relay.stop()
    await mailbox.stop()
    expect([found.message, found.outcome, found.folder]).toEqual([null, "ok", "INBOX"])
    expect(found.hops).toMatchObject([{ by: "mx.example.com", with: "ESMTP" }])
    expect(left.found).toMatchObject({ messages: 1 })
  },
  120_000
)
