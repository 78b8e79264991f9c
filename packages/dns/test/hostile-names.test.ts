import { describe, expect, it } from "vitest"
import { decode } from "../src/wire/Message.ts"

const HEADER = 12
const LONGEST = 65_535

const record = (pointer: number): Buffer => {
  const bytes = Buffer.alloc(16)
  bytes.writeUInt16BE(0xc000 | pointer, 0)
  bytes.writeUInt16BE(1, 2)
  bytes.writeUInt16BE(1, 4)
  bytes.writeUInt16BE(4, 10)
  return bytes
}

/**
 * Returns an answer with as many A records as fit. The names of these records are pointers to the given offsets, at
 * which names of 126 labels are stored.
 */
const messageOf = (names: number, pointerOf: (n: number) => number): { bytes: Buffer; count: number } => {
  const labels = Buffer.from(`${"\u0001a".repeat(126)}\u0000`, "latin1")
  // The first records have the labels as their own names, so that the other records can point to the labels.
  const owners = Array.from({ length: names }, () => Buffer.concat([labels, record(HEADER).subarray(2)]))
  const size = owners.reduce((sum, { length }) => sum + length, HEADER)
  const count = Math.floor((LONGEST - size) / 16)
  const header = Buffer.alloc(HEADER)
  header.writeUInt16BE(0x8180, 2)
  header.writeUInt16BE(names + count, 6)
  const records = Array.from({ length: count }, (_, n) => record(pointerOf(n)))
  return { bytes: Buffer.concat([header, ...owners, ...records]), count: names + count }
}

describe("names of a hostile message", () => {
  it("are read once if thousands of records share them", () => {
    const { bytes, count } = messageOf(1, () => HEADER)
    const message = decode(bytes)
    expect(message?.answers).toHaveLength(count)
    expect(new Set(message?.answers.map(({ name }) => name))).toEqual(new Set([Array(126).fill("a").join(".")]))
  })

  it("make it malformed if they have more labels than a message without compression can have", () => {
    const size = 126 * 2 + 1 + 14
    expect(decode(messageOf(30, (n) => HEADER + (n % 30) * size + 2 * (Math.floor(n / 30) % 120)).bytes)).toBeNull()
  })
})
