// Tests one file with services of all types: on servers of Debian, and on small servers for the types that Debian has
// no server for (SQL Server, MongoDB) or that need none of their own.
import { createHash } from "node:crypto"
import { createSocket } from "node:dgram"
import { once } from "node:events"
import { existsSync, mkdtempSync, writeFileSync } from "node:fs"
import { createServer as createHttpServer } from "node:http"
import { type AddressInfo, createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { serviceTypes } from "@mon/model"
import {
  accepted,
  begun,
  done,
  ended,
  mongodbServer,
  PASSWORD,
  programs,
  type RealServer,
  result,
  sqlServer,
  startCaddy,
  startChrony,
  startCoturn,
  startDovecot,
  startEtcd,
  startFreeradius,
  startKamailio,
  startLdap,
  startMariadb,
  startMosquitto,
  startNsd,
  startPostfix,
  startPostgres,
  startRabbitmq,
  startRedis,
  startSnmpd,
  startSsh,
  startVsftpd
} from "@mon/tooling/testbed/services"
import { afterAll, expect, it } from "vitest"
import type { TestResult } from "../src/local/runTests.ts"
import { monRun } from "./monRun.ts"

const LOGIN_PACKET = 0x10
const GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
const isHere = ["/usr/bin/ping", ...Object.values(programs)].every((program) => existsSync(program))

const stops: Array<() => unknown> = []
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
}, 120_000)

const running = async (server: Promise<RealServer>): Promise<RealServer> => {
  const started = await server
  stops.push(started.stop)
  return started
}

const target = async (server: Promise<RealServer>): Promise<string> => `127.0.0.1:${(await running(server)).port}`

/** Starts a small server. Returns its target. */
const small = async (serve: (socket: Socket) => void): Promise<string> => {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on("error", () => {})
    serve(socket)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  stops.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const openSite = async (): Promise<string> => {
  const server = createHttpServer((request, response) => {
    response.setHeader("content-type", "application/json")
    response.end(request.url === "/token" ? '{"token":"t7"}' : JSON.stringify(request.headers["x-token"] ?? null))
  })
  server.on("upgrade", (request, socket) => {
    const accept = createHash("sha1").update(`${request.headers["sec-websocket-key"]}${GUID}`).digest("base64")
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
    )
    socket.on("data", () => socket.end(Buffer.of(0x88, 0)))
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  stops.push(() => server.close())
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

const openEcho = async (): Promise<string> => {
  const socket = createSocket("udp4")
  socket.on("message", (message, { address, port }) => socket.send(message, port, address))
  socket.bind(0, "127.0.0.1")
  await once(socket, "listening")
  stops.push(() => socket.close())
  return `127.0.0.1:${socket.address().port}`
}

const login = { username: "mon", password: PASSWORD }

/** Starts a server for each type. Returns the checks by type. */
const openAll = async () => {
  const mailbox = await running(startDovecot("imap"))
  const relay = await running(
    startPostfix(
      "virtual_mailbox_domains = example.net",
      `virtual_mailbox_base = ${mailbox.folder}/home`,
      "virtual_mailbox_maps = static:Maildir/",
      "virtual_uid_maps = static:8",
      "virtual_gid_maps = static:8",
      "virtual_minimum_uid = 1"
    )
  )
  const site = await openSite()
  const caddy = await target(startCaddy())
  const postgres = await target(startPostgres())
  const imap = `127.0.0.1:${mailbox.port}`
  const smtp = `127.0.0.1:${relay.port}`
  return {
    tcp: { target: postgres },
    tls: { target: caddy, serverName: "localhost" },
    dns: { server: await target(startNsd()), name: "www.example.com", recordType: "A", answers: ["192.0.2.1"] },
    icmp: { target: "127.0.0.1" },
    webSocket: { url: `ws://${site}/` },
    httpSteps: {
      steps: [
        { name: "sign in", url: `http://${site}/token`, take: [{ name: "token", json: "$.token" }] },
        {
          name: "read",
          url: `http://${site}/`,
          headers: { "x-token": "{{token}}" },
          expect: [{ json: "$", equals: "t7" }]
        }
      ]
    },
    smtp: { target: smtp },
    imap: { target: imap, tls: "never", login },
    pop3: { target: await target(startDovecot("pop3")), tls: "never", login },
    mailRoundTrip: {
      send: { target: smtp },
      from: "probe@example.com",
      to: "mon@example.net",
      receive: { target: imap, tls: "never", login }
    },
    postgres: { target: postgres, login, database: "shop", query: "SELECT 40 + 2", answer: { equals: "42" } },
    mysql: {
      target: await target(startMariadb()),
      login,
      database: "shop",
      query: "SELECT count(*) FROM orders",
      answer: { atLeast: 3 }
    },
    sqlServer: {
      target: await small(
        sqlServer({
          encryption: 2,
          answer: ({ type }, index) =>
            type === LOGIN_PACKET
              ? Buffer.concat([accepted, done])
              : ([Buffer.concat([begun, done]), Buffer.concat([result(["38", "2a000000"]), done])][index - 1] ??
                Buffer.concat([ended, done]))
        })
      ),
      tls: "never",
      login,
      query: "select 42",
      answer: { equals: "42" }
    },
    mongodb: {
      target: await small(mongodbServer({ ...login, counts: { "shop.orders": 3 } })),
      login,
      database: "shop",
      collection: "orders",
      answer: { atLeast: 3 }
    },
    redis: { target: await target(startRedis("--requirepass", PASSWORD)), login: { username: "", password: PASSWORD } },
    mqtt: { target: await target(startMosquitto(false)), tls: "never", login },
    amqp: { target: await target(startRabbitmq()), tls: "never", login: { username: "guest", password: "guest" } },
    ldap: {
      target: await target(startLdap()),
      tls: "never",
      login: { ...login, username: "cn=mon,dc=example,dc=com" }
    },
    ssh: { target: await target(startSsh()) },
    ftp: { target: await target(startVsftpd()), tls: "never", login: { username: "anonymous", password: "mon@x" } },
    ntp: { target: await target(startChrony()), maxStratum: 8 },
    grpc: { target: await target(startEtcd()), tls: "never" },
    snmp: { target: await target(startSnmpd()), community: "ops" },
    radius: { target: await target(startFreeradius()), secret: PASSWORD },
    sip: { target: await target(startKamailio()) },
    stun: { target: await target(startCoturn()) },
    quic: { target: caddy },
    udp: { target: await openEcho(), send: "hello", receive: "^hello$" }
  }
}

it.skipIf(!isHere)(
  "a file with services of all types is up",
  async () => {
    const checks = await openAll()
    expect(Object.keys(checks).toSorted()).toEqual([...serviceTypes].toSorted())
    const services = Object.fromEntries(
      Object.entries(checks).map(([type, check]) => [type, { check: { type, ...check } }])
    )
    const file = join(mkdtempSync(join(tmpdir(), "mon-every-type-")), "mon.json")
    writeFileSync(file, JSON.stringify({ version: 1, project: "all", services }))
    const { code, err, out } = await monRun(["test", "--file", file, "--allow-private", "--retries", "0", "--json"])
    const { results } = JSON.parse(out) as { readonly results: ReadonlyArray<TestResult> }
    expect(results.filter(({ verdict }) => verdict !== "up")).toEqual([])
    expect([results.length, err, code]).toEqual([serviceTypes.length, "", 0])
  },
  600_000
)
