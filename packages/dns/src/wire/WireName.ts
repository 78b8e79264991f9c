import { fromLabels } from "../DnsName.ts"

/** RFC 1035 section 2.3.4, length octets included. */
const MAX_WIRE = 255
const POINTER = 0xc0
const ORDINARY = /^[a-z0-9_.-]*$/

/** A name and the offset after it. */
export interface ReadName {
  readonly name: string
  readonly next: number
}

const textOf = (labels: ReadonlyArray<string>): string => {
  const joined = labels.join(".").toLowerCase()
  return ORDINARY.test(joined) && !labels.some((label) => label.includes("."))
    ? joined
    : fromLabels(labels.map((label) => label.replace(/[A-Z]/g, (letter) => letter.toLowerCase())))
}

/**
 * Reads a name, compressed or not (RFC 1035 section 4.1.4), in its canonical form; null when malformed.
 * A pointer must lead backwards, so that no chain of pointers is endless.
 */
export const read = (bytes: Buffer, start: number): ReadName | null => {
  const labels: Array<string> = []
  let at = start
  let part = start
  let next = -1
  let octets = 1
  for (;;) {
    const length = bytes[at]
    if (length === undefined) return null
    if (length === 0) return { name: textOf(labels), next: next === -1 ? at + 1 : next }
    if (length >= POINTER) {
      const low = bytes[at + 1]
      if (low === undefined) return null
      const target = ((length & 0x3f) << 8) | low
      if (target >= part) return null
      if (next === -1) next = at + 2
      part = target
      at = target
      continue
    }
    octets += length + 1
    if (length >= 0x40 || octets > MAX_WIRE || at + 1 + length > bytes.length) return null
    labels.push(bytes.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
}

/** Writes labels without compression; returns the offset after them. */
export const write = (bytes: Buffer, start: number, labels: ReadonlyArray<string>): number => {
  let at = start
  for (const label of labels) {
    bytes[at] = label.length
    at += 1 + bytes.write(label, at + 1, "latin1")
  }
  bytes[at] = 0
  return at + 1
}
