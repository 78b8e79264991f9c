import type { Credentials } from "../Authority.ts"
import type { Socket } from "node:net"
import { Duplex } from "node:stream"
import { TLSSocket } from "node:tls"

/** Writes a message of the server as one packet. */
export const packet = (body: Buffer, type = 4): Buffer => {
  const head = Buffer.from([type, 1, 0, 0, 0, 0, 1, 0])
  head.writeUInt16BE(8 + body.length, 2)
  return Buffer.concat([head, body])
}

const uint16 = (value: number): Buffer => Buffer.of(value & 0xff, value >> 8)
const uint32 = (value: number): Buffer =>
  Buffer.of(value & 0xff, (value >> 8) & 0xff, (value >> 16) & 0xff, value >>> 24)
const ucs2 = (text: string): Buffer => Buffer.from(text, "utf16le")
const short = (text: string): Buffer => Buffer.concat([Buffer.of(text.length), ucs2(text)])
const sized = (token: number, ...parts: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.of(token), uint16(body.length), body])
}

export const done = Buffer.from("fd000000000000000000000000", "hex")
export const error = (number: number, text: string): Buffer =>
  sized(0xaa, uint32(number), Buffer.of(1, 14), uint16(text.length), ucs2(text), short("srv"), short(""), uint32(1))
export const accepted = sized(0xad, Buffer.of(1, 0x74, 0, 0, 4), short("Fake"), Buffer.of(16, 0, 0x0f, 0xf5))
export const begun = sized(0xe3, Buffer.of(8, 8), Buffer.from("0100000044000000", "hex"), Buffer.of(0))
export const ended = sized(0xe3, Buffer.of(10, 0, 8), Buffer.from("0100000044000000", "hex"))
export const routed = (host: string, port: number): Buffer =>
  sized(0xe3, Buffer.of(20), uint16(5 + 2 * host.length), Buffer.of(0), uint16(port), uint16(host.length), ucs2(host))

/** A result with one row of columns, each with its type and its value as bytes. */
export const result = (...columns: ReadonlyArray<readonly [type: string, cell: string]>): Buffer =>
  Buffer.concat([
    Buffer.of(0x81),
    uint16(columns.length),
    ...columns.flatMap(([type]) => [Buffer.alloc(6), Buffer.from(type, "hex"), short("c")]),
    Buffer.of(0xd1),
    ...columns.map(([, cell]) => Buffer.from(cell, "hex"))
  ])

/** Version 16.0.4085 and an encryption, in the order of MS-TDS section 2.2.6.5. */
export const preanswer = (encryption: number): Buffer =>
  packet(Buffer.from(`00001000060100160001 04001700 01ff 10000ff50000 0${encryption} 00`.replaceAll(" ", ""), "hex"))

/** The side of the server of a handshake that is inside packets. */
const unwrapped = (socket: Socket) => {
  let isOpen = false
  let pending = Buffer.alloc(0)
  const stream = new Duplex({
    read: () => {},
    write: (bytes: Buffer, _encoding, next) => void socket.write(isOpen ? bytes : packet(bytes, 0x12), next),
    final: (next) => void socket.end(next)
  })
  socket.on("data", (bytes: Buffer) => {
    pending = Buffer.concat([pending, bytes])
    while (pending.length > 8 && pending[0] === 0x12 && pending.length >= pending.readUInt16BE(2)) {
      const length = pending.readUInt16BE(2)
      stream.push(pending.subarray(8, length))
      pending = pending.subarray(length)
    }
    // After the handshake, the bytes are TLS records, which begin with another byte.
    if (pending.length === 0 || pending[0] === 0x12) return
    isOpen = true
    stream.push(pending)
    pending = Buffer.alloc(0)
  })
  socket.on("end", () => stream.push(null)).on("close", () => stream.destroy())
  return stream
}

export interface Request {
  readonly type: number
  readonly body: Buffer
}

interface Settings {
  /** The encryption that the server answers. 1 and 3 mean TLS. */
  readonly encryption: number
  readonly tls?: Credentials
  /** Answers a login or a batch. */
  readonly answer: (request: Request, index: number) => Buffer | null
}

/** A SQL Server with the given answers. The TLS handshake is inside packets of the type 0x12. */
export const sqlServer =
  ({ answer, encryption, tls }: Settings) =>
  (socket: Socket): void => {
    let index = 0
    const serve = (stream: Duplex) => {
      let received = Buffer.alloc(0)
      let body = Buffer.alloc(0)
      stream.on("error", () => {})
      stream.on("data", (bytes: Buffer) => {
        received = Buffer.concat([received, bytes])
        while (received.length >= 8 && received.length >= received.readUInt16BE(2)) {
          const length = received.readUInt16BE(2)
          body = Buffer.concat([body, received.subarray(8, length)])
          if (received[1] === 1) {
            const sent = answer({ type: received[0] ?? 0, body }, index++)
            if (sent !== null) stream.write(packet(sent))
            body = Buffer.alloc(0)
          }
          received = received.subarray(length)
        }
      })
      stream.on("end", () => stream.end())
    }
    socket.once("data", () => {
      if (tls === undefined) serve(socket)
      else
        serve(
          new TLSSocket(unwrapped(socket) as unknown as Socket, { isServer: true, cert: tls.certPem, key: tls.keyPem })
        )
      socket.write(preanswer(encryption))
    })
  }

/** The texts of a request for a login (MS-TDS section 2.2.6.4), with the password readable. */
export const loginTexts = (body: Buffer): ReadonlyArray<string> =>
  Array.from({ length: 9 }, (_, index) => {
    const at = body.readUInt16LE(36 + 4 * index)
    const bytes = Buffer.from(body.subarray(at, at + 2 * body.readUInt16LE(38 + 4 * index)))
    const isPassword = index === 2
    return Buffer.from(isPassword ? bytes.map((byte) => ((byte ^ 0xa5) << 4) | ((byte ^ 0xa5) >> 4)) : bytes).toString(
      "utf16le"
    )
  })

/** The statements of a batch, and the descriptor of its transaction. */
export const batchOf = ({ body }: Request): readonly [sql: string, transaction: string] => [
  body.toString("utf16le", body.readUInt32LE(0)),
  body.toString("hex", 10, 18)
]
