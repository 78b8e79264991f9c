/** What one program said about one address. */
export interface PingOutput {
  /** The time of each packet until its answer, in milliseconds. Null for a packet that was lost. */
  readonly timesMs: ReadonlyArray<number | null>
  /** What a router or the host itself answered instead, such as "Destination Host Unreachable". Null if nothing. */
  readonly unreachable: string | null
}

const FPING_LINE = /^(\S+)\s+:((?:\s+(?:-|[\d.]+))+)\s*$/u
const FPING_ERROR = /^ICMP (.{1,60}?) (?:from \S+ )?for ICMP Echo sent to (\S+?)(?: \(.*)?$/u

/** Reads the output of `fping -C`, by the address. */
export const readFping = (text: string): ReadonlyMap<string, PingOutput> => {
  const found = new Map<string, PingOutput>()
  const errors = new Map<string, string>()
  for (const line of text.split("\n")) {
    const [, reason = "", unreachable] = FPING_ERROR.exec(line) ?? []
    if (unreachable !== undefined) errors.set(unreachable, reason)
    const [, address, times = ""] = FPING_LINE.exec(line) ?? []
    if (address === undefined) continue
    const timesMs = times
      .trim()
      .split(/\s+/u)
      .map((time) => (time === "-" ? null : Number(time)))
    found.set(address, { timesMs, unreachable: errors.get(address) ?? null })
  }
  return found
}

/** An answer in the output of iputils, busybox, inetutils, macOS and the BSDs. Some count from zero. */
const PING_ANSWER = /\bseq=(\d{1,4})\b.*?\btime[=<]([\d.]+) ?ms/u
const PING_ERROR = /^From \S+ icmp_seq=\d{1,5} (.{1,60}?)\s*$/iu

const NO_NETWORK = /(?:Network|Host) is unreachable|No route to host/u

/** Returns whether `ping` ended because this machine has no way to the address. */
export const hasNoRoute = (text: string): boolean => NO_NETWORK.test(text)

/** Reads the output of `ping` for this number of packets. Duplicates count only once. */
export const readPing = (text: string, packets: number): PingOutput => {
  const times = new Map<number, number>()
  let unreachable: string | null = null
  for (const line of text.split("\n")) {
    const [, sequence, time] = PING_ANSWER.exec(line.replace("icmp_seq=", "seq=")) ?? []
    if (sequence !== undefined && !times.has(Number(sequence))) times.set(Number(sequence), Number(time))
    unreachable ??= PING_ERROR.exec(line)?.[1] ?? NO_NETWORK.exec(line)?.[0] ?? null
  }
  const first = times.has(0) ? 0 : 1
  return { timesMs: Array.from({ length: packets }, (_, index) => times.get(first + index) ?? null), unreachable }
}
