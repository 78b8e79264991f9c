import { fromLabels } from "../DnsName.ts"

/** The maximum length of a name in octets, including the length octet of each label (RFC 1035 section 2.3.4). */
const MAX_WIRE = 255
const POINTER = 0xc0
const ORDINARY = /^[a-z0-9_.-]*$/

export interface ReadName {
  readonly name: string
  readonly next: number
}

/** The last labels of a name. Other names in the message can point to them. */
interface Suffix {
  readonly text: string
  readonly octets: number
}

/** The name suffixes that were already read from a message, and the number of labels that may still be read. */
interface Progress {
  readonly suffixes: Map<number, Suffix>
  labelsLeft: number
}

/**
 * The maximum number of labels in the names of a message. Without compression, 65,535 octets contain at most this many.
 * With compression, thousands of records can share one long name, so each suffix is read only once.
 */
const MAX_LABELS = 32_768

const messages = new WeakMap<Buffer, Progress>()

/** Limits the total work of reading all names of a message. Call this function before reading the message. */
export const begin = (bytes: Buffer): void => {
  messages.set(bytes, { suffixes: new Map(), labelsLeft: MAX_LABELS })
}

const lower = (label: string): string => label.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

const textOf = (labels: ReadonlyArray<string>): string => {
  const joined = labels.join(".").toLowerCase()
  return ORDINARY.test(joined) && !labels.some((label) => label.includes(".")) ? joined : fromLabels(labels.map(lower))
}

const NO_SUFFIX: Suffix = { text: "", octets: 0 }

const joinedText = (own: ReadonlyArray<string>, { text }: Suffix): string => {
  if (own.length === 0) return text
  return text === "" ? textOf(own) : `${textOf(own)}.${text}`
}

/**
 * Reads a name, compressed or not (RFC 1035 section 4.1.4), in its canonical form. Returns null if the name is
 * malformed, or if the names in the message have more labels in total than any real message has. A pointer must lead
 * backwards, so that no chain of pointers is endless.
 */
export const read = (bytes: Buffer, start: number): ReadName | null => {
  const progress = messages.get(bytes)
  const labels: Array<string> = []
  /** The target of the first pointer, and the number of labels and octets before that pointer. */
  let first: { readonly target: number; readonly labels: number; readonly octets: number } | null = null
  let at = start
  let part = start
  let next = -1
  let octets = 1
  const finish = (suffix: Suffix, end: number): ReadName | null => {
    if (octets + suffix.octets > MAX_WIRE) return null
    if (progress === undefined || first === null)
      return { name: joinedText(labels, suffix), next: next === -1 ? end : next }
    const own = labels.slice(0, first.labels)
    const rest = labels.slice(first.labels)
    const whole: Suffix =
      rest.length === 0 && first.octets === octets
        ? suffix
        : { text: joinedText(rest, suffix), octets: octets - first.octets + suffix.octets }
    progress.suffixes.set(first.target, whole)
    return { name: joinedText(own, whole), next }
  }
  for (;;) {
    const length = bytes[at]
    if (length === undefined) return null
    if (length === 0) return finish(NO_SUFFIX, at + 1)
    if (length >= POINTER) {
      const low = bytes[at + 1]
      if (low === undefined) return null
      const target = ((length & 0x3f) << 8) | low
      if (target >= part) return null
      if (next === -1) next = at + 2
      first ??= { target, labels: labels.length, octets }
      const known = progress?.suffixes.get(target)
      if (known !== undefined) return finish(known, next)
      if (progress !== undefined && --progress.labelsLeft < 0) return null
      part = target
      at = target
      continue
    }
    octets += length + 1
    if (length >= 0x40 || octets > MAX_WIRE || at + 1 + length > bytes.length) return null
    if (progress !== undefined && --progress.labelsLeft < 0) return null
    labels.push(bytes.toString("latin1", at + 1, at + 1 + length))
    at += 1 + length
  }
}

/** Writes labels without compression, and returns the offset after them. */
export const write = (bytes: Buffer, start: number, labels: ReadonlyArray<string>): number => {
  let at = start
  for (const label of labels) {
    bytes[at] = label.length
    at += 1 + bytes.write(label, at + 1, "latin1")
  }
  bytes[at] = 0
  return at + 1
}
