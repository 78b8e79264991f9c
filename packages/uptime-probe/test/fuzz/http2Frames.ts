import type { Random } from "./Random.ts"
import { damaged } from "./httpResponses.ts"
import type { Script } from "./ScriptedSocket.ts"

/** The types of frames (RFC 9113 section 6). */
const types = {
  data: 0,
  headers: 1,
  priority: 2,
  reset: 3,
  settings: 4,
  push: 5,
  ping: 6,
  goAway: 7,
  window: 8,
  more: 9
}

const frame = (type: number, flags: number, stream: number, content: Buffer, length = content.length): Buffer => {
  const head = Buffer.alloc(9)
  head.writeUIntBE(length & 0xffffff, 0, 3)
  head[3] = type
  head[4] = flags
  head.writeUInt32BE(stream >>> 0, 5)
  return Buffer.concat([head, content])
}

const text = (content: string): Buffer =>
  Buffer.concat([Buffer.from([Math.min(content.length, 126)]), Buffer.from(content.slice(0, 126), "latin1")])

/** Returns a header field that is never indexed (RFC 7541 section 6.2.3). */
const literal = (name: string, value: string): Buffer => Buffer.concat([Buffer.from([0x10]), text(name), text(value)])

/** The entries of the static table for the statuses 200, 204, 404 and 500 (RFC 7541 appendix A). */
const STATUS = [0x88, 0x89, 0x8d, 0x8e]

const headers = (random: Random): Buffer =>
  Buffer.concat([
    random.chance(0.95) ? Buffer.from([random.pick(STATUS)]) : random.bytes(3),
    ...random.list(4, () =>
      literal(
        random.pick([
          "content-encoding",
          "content-length",
          "content-type",
          "set-cookie",
          "__proto__",
          "Upper",
          ":status",
          ""
        ]),
        random.pick(["gzip", "constructor", "5", "-1", "text/html", "a=b", random.text(8)])
      )
    )
  ])

const control = (random: Random): Buffer => {
  switch (random.whole(8)) {
    case 0:
      return frame(types.goAway, 0, 0, Buffer.from([0, 0, 0, random.whole(2), 0, 0, 0, random.whole(14)]))
    case 1:
      return frame(types.reset, 0, 1, Buffer.from([0, 0, 0, random.whole(16)]))
    case 2:
      return frame(types.window, 0, random.whole(2), Buffer.from([random.whole(256), 255, 255, random.whole(256)]))
    case 3:
      return frame(types.ping, random.whole(2), 0, Buffer.alloc(random.pick([8, 8, 7])))
    case 4:
      return frame(types.push, 4, 1, Buffer.concat([Buffer.from([0, 0, 0, 2]), headers(random)]))
    case 5:
      return frame(
        types.settings,
        0,
        0,
        Buffer.from([0, 1 + random.whole(6), 0, 0, random.whole(256), random.whole(256)])
      )
    case 6:
      return frame(types.more, 4, 1, headers(random))
    default:
      return frame(random.whole(256), random.whole(256), random.whole(4), random.bytes(20), random.whole(0x1_0000))
  }
}

/** Returns an HTTP/2 response that may be wrong in any place. */
export const http2Response = (random: Random): Script => {
  const frames = [
    frame(types.settings, 0, 0, Buffer.alloc(0)),
    frame(types.settings, 1, 0, Buffer.alloc(0)),
    ...random.list(2, () => control(random)),
    ...(random.chance(0.95) ? [frame(types.headers, random.pick([4, 4, 4, 5, 0]), 1, headers(random))] : []),
    ...random.list(2, () => control(random)),
    ...random.list(3, () => frame(types.data, random.pick([0, 0, 1, 8]), random.pick([1, 1, 1, 3]), random.bytes(100))),
    ...(random.chance(0.8) ? [frame(types.data, 1, 1, Buffer.from("end"))] : [])
  ]
  const bytes = random.chance(0.7) ? Buffer.concat(frames) : damaged(random, Buffer.concat(frames))
  return { pieces: [bytes], ending: random.chance(0.02) ? "hang" : random.chance(0.1) ? "reset" : "end" }
}
