import { createSocket } from "node:dgram"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { createServer as createTlsServer } from "node:tls"
import { answer } from "../harness/Child.ts"

export type Kind = "tcp" | "tls" | "dns" | "redis" | "postgres" | "ssh"

export interface Counts {
  /** Connections, or queries over UDP, since the start. */
  readonly arrived: Readonly<Record<Kind, number>>
  /** TLS handshakes that resumed a session. */
  readonly resumed: number
}

/** The process with a small server of each kind. */
export type Servers = {
  /** Returns the ports. */
  readonly start: (tls: {
    readonly certPem: string
    readonly keyPem: string
  }) => Promise<Readonly<Record<Kind, number>>>
  readonly counts: (none: null) => Promise<Counts>
}

const arrived: Record<Kind, number> = { tcp: 0, tls: 0, dns: 0, redis: 0, postgres: 0, ssh: 0 }
let resumed = 0

/** A connection that a check has only opened and closed waits here. */
const BACKLOG = 4_096

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    // A server that listens on a port has an address with one.
    server.listen(0, "127.0.0.1", BACKLOG, () => resolve((server.address() as AddressInfo).port))
  })

const serve = (kind: Kind, behave: (socket: Socket) => void): Promise<number> =>
  listen(
    createServer({ noDelay: true }, (socket) => {
      arrived[kind] += 1
      // Without a reader, the server never notices that the client has ended the connection.
      socket.on("error", () => socket.destroy()).resume()
      behave(socket)
    })
  )

const PONG = Buffer.from("+PONG\r\n")

/** Answers a PING, as Redis without a password. */
const redis = (socket: Socket) => {
  socket.on("data", () => socket.write(PONG))
}

const NO_TLS = Buffer.from("N")
/** AuthenticationSASL with one mechanism. */
const SASL_BODY = Buffer.from("\0\0\0\u000ASCRAM-SHA-256\0\0", "latin1")
const ASKS_FOR_PASSWORD = Buffer.concat([Buffer.from("R"), Buffer.of(0, 0, 0, 4 + SASL_BODY.length), SASL_BODY])
const TLS_REQUEST_BYTES = 8

/** Refuses TLS, and asks for a password, as PostgreSQL with Debian's settings and without a certificate. */
const postgres = (socket: Socket) => {
  socket.on("data", (bytes: Buffer) => {
    socket.write(bytes.length === TLS_REQUEST_BYTES ? NO_TLS : ASKS_FOR_PASSWORD)
  })
}

const nameList = (names: string): Buffer => {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(names.length)
  return Buffer.concat([length, Buffer.from(names)])
}

const CIPHERS = "chacha20-poly1305@openssh.com,aes128-ctr,aes192-ctr,aes256-ctr,aes128-gcm@openssh.com"
const MACS = "umac-64-etm@openssh.com,hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com,hmac-sha2-256"

/** What OpenSSH offers, and padding to a multiple of 8 bytes. The content of the cookie does not matter. */
const keyExchange = (): Buffer => {
  const content = Buffer.concat([
    Buffer.of(20),
    Buffer.alloc(16, 7),
    nameList("curve25519-sha256,ecdh-sha2-nistp256,diffie-hellman-group16-sha512,kex-strict-s-v00@openssh.com"),
    nameList("rsa-sha2-512,rsa-sha2-256,ecdsa-sha2-nistp256,ssh-ed25519"),
    ...[CIPHERS, CIPHERS, MACS, MACS, "none,zlib@openssh.com", "none,zlib@openssh.com", "", ""].map(nameList),
    Buffer.alloc(5)
  ])
  const padding = 4 + ((8 - ((5 + content.length + 4) % 8)) % 8)
  const head = Buffer.alloc(5)
  head.writeUInt32BE(1 + content.length + padding)
  head.writeUInt8(padding, 4)
  return Buffer.concat([head, content, Buffer.alloc(padding)])
}

const SSH_GREETING = Buffer.concat([Buffer.from("SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n"), keyExchange()])

const serveTls = (credentials: { readonly certPem: string; readonly keyPem: string }): Promise<number> => {
  const server = createTlsServer({ cert: credentials.certPem, key: credentials.keyPem }, (socket) => {
    if (socket.isSessionReused()) resumed += 1
    socket.on("error", () => socket.destroy()).resume()
  })
  server.on("connection", () => {
    arrived.tls += 1
  })
  server.on("tlsClientError", () => {})
  return listen(server)
}

const HEADER_BYTES = 12
/** The type, the class, and the zero that ends the name. */
const QUESTION_REST_BYTES = 5
/** The flags of an answer with recursion, and the counts: one question, one record (RFC 1035 section 4.1.1). */
const ANSWER_HEAD = Buffer.from("81800001000100000000", "hex")
/** The name of the question, type A, class IN, 300 seconds, 192.0.2.1 (RFC 1035 section 4.1.3). */
const RECORD = Buffer.from("c00c000100010000012c0004c0000201", "hex")

const answerTo = (query: Buffer): Buffer => {
  let end = HEADER_BYTES
  for (let length = query[end] ?? 0; length > 0; length = query[end] ?? 0) end += 1 + length
  return Buffer.concat([
    query.subarray(0, 2),
    ANSWER_HEAD,
    query.subarray(HEADER_BYTES, end + QUESTION_REST_BYTES),
    RECORD
  ])
}

/** Answers each query with the same address. */
const serveDns = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = createSocket("udp4")
    socket.once("error", reject)
    socket.on("message", (query, { address, port }) => {
      arrived.dns += 1
      socket.send(answerTo(query), port, address)
    })
    socket.bind(0, "127.0.0.1", () => resolve(socket.address().port))
  })

answer<Servers>({
  start: async (credentials) => ({
    tcp: await serve("tcp", () => {}),
    tls: await serveTls(credentials),
    dns: await serveDns(),
    redis: await serve("redis", redis),
    postgres: await serve("postgres", postgres),
    ssh: await serve("ssh", (socket) => void socket.write(SSH_GREETING))
  }),
  counts: async () => ({ arrived, resumed })
})
