import { describe, expect, it } from "vitest"
import {
  type DnsObservation,
  type DnsServerAnswer,
  type DnsSetName,
  type DnsWatchSettings,
  type DnsWatchState,
  judgeDns
} from "../src/index.ts"

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const server = (index: number) => `ns${index}.example.net 192.0.2.${index}`

type Given = ReadonlyArray<string> | { readonly records: ReadonlyArray<string>; readonly serial: number } | null

const answer = (given: Given, index: number): DnsServerAnswer => {
  if (given === null) return { server: server(index + 1), status: "failed", reason: "Timeout" }
  const { records, serial } = "records" in given ? given : { records: given, serial: null }
  return { server: server(index + 1), status: records.length === 0 ? "nodata" : "ok", records, serial }
}

/**
 * Returns a function that judges one observation after the other. Its arguments are the time and the answers of the
 * servers.
 */
const watchOf = (type: DnsSetName, settings: DnsWatchSettings = {}) => {
  let state: DnsWatchState | null = null
  return (at: number, ...given: ReadonlyArray<Given>) => {
    const observation: DnsObservation = {
      hostname: "www.example.com",
      domain: "example.com",
      observedAt: at,
      names: {},
      findings: [],
      sets: { [type]: given.map(answer) }
    }
    const judged = judgeDns(state, observation, settings)
    // The state is converted to JSON and back, because a worker stores it as JSON.
    state = JSON.parse(JSON.stringify(judged.state)) as DnsWatchState
    const lines = judged.changes.map(({ added, removed }) => `+${added.join()} -${removed.join()}`)
    return judged.recheckAfterMs === null ? lines : [...lines, judged.recheckAfterMs]
  }
}

const version = (serial: number) => ({ records: [`v${serial}`], serial })

describe("records", () => {
  it("change when a server answers differently and an answer 60 s later confirms it", () => {
    const watch = watchOf("MX")
    expect(watch(0, ["old"], ["old"])).toEqual([])
    expect(watch(10 * MINUTE, ["new"], ["old"])).toEqual([MINUTE])
    expect(watch(10.5 * MINUTE, ["new"], ["old"])).toEqual([MINUTE / 2])
    expect(watch(11 * MINUTE, ["new"], ["old"])).toEqual(["+new -old"])
    expect(watch(20 * MINUTE, ["new"], ["new"])).toEqual([])
  })

  it("do not change when the second answer is the old one again", () => {
    const watch = watchOf("TXT")
    watch(0, ["old"])
    expect(watch(MINUTE, ["new"])).toEqual([MINUTE])
    expect(watch(2 * MINUTE, ["old"])).toEqual([])
    expect(watch(9 * MINUTE, ["new"])).toEqual([MINUTE])
  })

  it("do not change by failed queries, also not while a change waits for its confirmation", () => {
    const watch = watchOf("NS")
    watch(0, ["old"], ["old"])
    expect(watch(MINUTE, null, null)).toEqual([])
    expect(watch(2 * MINUTE, ["new"], null)).toEqual([MINUTE])
    expect(watch(3 * MINUTE, null, null)).toEqual([MINUTE])
    expect(watch(4 * MINUTE, null, ["old"])).toEqual([MINUTE])
    expect(watch(5 * MINUTE, ["new"], ["old"])).toEqual(["+new -old"])
  })

  it("do not change back because a server is out of step, but do when the owner changes them back", () => {
    const watch = watchOf("MX")
    const old = { records: ["old"], serial: 1 }
    const changed = { records: ["new"], serial: 2 }
    watch(0, old, old)
    watch(10 * MINUTE, changed, old)
    expect(watch(11 * MINUTE, changed, old)).toEqual(["+new -old"])
    for (let minute = 14; minute < 200; minute += 3) expect(watch(minute * MINUTE, changed, old)).toEqual([])
    const back = { records: ["old"], serial: 3 }
    expect(watch(300 * MINUTE, back, old)).toEqual([MINUTE])
    expect(watch(301 * MINUTE, back, old)).toEqual(["+old -new"])
    expect(watch(304 * MINUTE, back, back)).toEqual([])
  })

  it("do not change because of an intermediate version at a server that is behind", () => {
    const watch = watchOf("MX")
    watch(0, version(1), version(1))
    watch(MINUTE, version(3), version(1))
    expect(watch(2 * MINUTE, version(3), version(1))).toEqual(["+v3 -v1"])
    expect(watch(5 * MINUTE, version(3), version(2))).toEqual([])
    expect(watch(8 * MINUTE, version(3), version(3))).toEqual([])
  })

  it("do not change when all servers are replaced by servers with the same records", () => {
    const watch = watchOf("MX")
    watch(0, ["same"], ["same"])
    expect(watch(MINUTE, null, null, ["same"], ["same"])).toEqual([])
    expect(watch(4 * MINUTE, ["gone"], null, ["gone"], ["gone"])).toEqual([MINUTE])
    expect(watch(5 * MINUTE, null, null, ["gone"], ["gone"])).toEqual(["+gone -same"])
  })
})

describe("addresses", () => {
  it("change only when none of the last 24 hours is left", () => {
    const watch = watchOf("A")
    watch(0, ["1", "2"])
    expect(watch(HOUR, ["3", "4"])).toEqual([])
    expect(watch(25 * HOUR, ["2", "3"])).toEqual([])
    expect(watch(27 * HOUR, ["1", "9"])).toEqual([MINUTE])
    expect(watch(27 * HOUR + MINUTE, ["3", "9"])).toEqual([])
    expect(watch(28 * HOUR, ["7"])).toEqual([MINUTE])
    expect(watch(28 * HOUR + MINUTE, ["8"])).toEqual(["+8 -2,3,9"])
  })

  it("change when they disappear, and when the first ones appear", () => {
    const watch = watchOf("AAAA")
    watch(0, ["1"])
    watch(HOUR, [])
    expect(watch(HOUR + MINUTE, [])).toEqual(["+ -1"])
    watch(2 * HOUR, ["5"])
    expect(watch(2 * HOUR + MINUTE, ["5"])).toEqual(["+5 -"])
  })

  it("change at once when the owner pinned them, whatever rotates among the pinned ones", () => {
    const watch = watchOf("A", { pinnedAddresses: ["192.0.2.1", "192.0.2.2", "2001:db8::1"] })
    expect(watch(0, ["192.0.2.1"])).toEqual([])
    expect(watch(HOUR, ["192.0.2.2"])).toEqual([])
    expect(watch(2 * HOUR, ["192.0.2.2", "192.0.2.66"])).toEqual([MINUTE])
    expect(watch(2 * HOUR + MINUTE, ["192.0.2.2", "192.0.2.66"])).toEqual(["+192.0.2.66 -"])
    expect(watch(3 * HOUR, ["192.0.2.2", "192.0.2.66"])).toEqual([])
    expect(watch(26 * HOUR, ["192.0.2.2"])).toEqual([MINUTE])
    expect(watch(26 * HOUR + MINUTE, ["192.0.2.2"])).toEqual(["+ -192.0.2.1"])
  })

  it("that differ from the pinned ones at the first observation are a change", () => {
    const watch = watchOf("A", { pinnedAddresses: ["192.0.2.1"] })
    expect(watch(0, ["192.0.2.9"])).toEqual([MINUTE])
    expect(watch(MINUTE, ["192.0.2.9"])).toEqual(["+192.0.2.9 -"])
  })
})

it("names the delegation and the zone once when both get the same servers", () => {
  const observe = (at: number, parent: string, zone: string): DnsObservation => ({
    hostname: "example.com",
    domain: "example.com",
    observedAt: at,
    names: {},
    findings: [],
    sets: { NS: [answer([parent], 0)], zoneNS: [answer([zone], 1)] }
  })
  const first = judgeDns(null, observe(0, "a", "a"))
  const second = judgeDns(first.state, observe(MINUTE, "b", "b"))
  expect(judgeDns(second.state, observe(2 * MINUTE, "b", "b")).changes).toEqual([
    { type: "NS", name: "example.com", added: ["b"], removed: ["a"], firstSeenAt: MINUTE }
  ])
})
