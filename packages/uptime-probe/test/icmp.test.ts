import { existsSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePinger, type RunProgram } from "../src/service/icmp/Pinger.ts"
import { readFping, readPing } from "../src/service/icmp/pingOutput.ts"
import { icmpFigures, type IcmpRequest, probeIcmp } from "../src/service/icmp/probeIcmp.ts"
import { makeServiceLab, type ServiceLab } from "./serviceLab.ts"

let lab: ServiceLab
beforeAll(async () => {
  lab = await makeServiceLab()
})
afterAll(() => lab.close())

describe("the output of ping", () => {
  it.each([
    [
      "iputils",
      "PING 127.0.0.1 (127.0.0.1) 56(84) bytes of data.\n64 bytes from 127.0.0.1: icmp_seq=1 ttl=64 time=0.016 ms\n64 bytes from 127.0.0.1: icmp_seq=3 ttl=64 time=0.036 ms\n\n--- 127.0.0.1 ping statistics ---\n3 packets transmitted, 2 received, 33% packet loss, time 408ms\n",
      [0.016, null, 0.036]
    ],
    [
      "iputils with a duplicate",
      "64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=1.5 ms\n64 bytes from 192.0.2.1: icmp_seq=1 ttl=64 time=9.5 ms (DUP!)\n",
      [1.5, null, null]
    ],
    [
      "busybox",
      "PING 192.0.2.1 (192.0.2.1): 56 data bytes\n64 bytes from 192.0.2.1: seq=0 ttl=64 time=0.030 ms\n64 bytes from 192.0.2.1: seq=2 ttl=64 time=0.050 ms\n",
      [0.03, null, 0.05]
    ],
    [
      "macOS",
      "64 bytes from 192.0.2.1: icmp_seq=0 ttl=57 time=5.120 ms\nRequest timeout for icmp_seq 1\n",
      [5.12, null, null]
    ],
    ["another language", "64 Bytes von 192.0.2.1: icmp_seq=1 ttl=57 Zeit=5,12 ms\n", [null, null, null]],
    ["nothing", "", [null, null, null]]
  ])("of %s is read", (_name, text, timesMs) => {
    expect(readPing(text, 3)).toEqual({ timesMs, unreachable: null })
  })

  it.each([
    ["From 192.0.2.254 icmp_seq=1 Destination Host Unreachable\n", "Destination Host Unreachable"],
    ["From 192.0.2.254: icmp_seq=1 Time to live exceeded\n", "Time to live exceeded"],
    ["ping: connect: Network is unreachable\n", "Network is unreachable"]
  ])("names what a router said: %j", (text, unreachable) => {
    expect(readPing(text, 1)).toEqual({ timesMs: [null], unreachable })
  })

  it("of fping is read for each address", () => {
    const text =
      "ICMP Host Unreachable from 192.0.2.254 for ICMP Echo sent to 192.0.2.9\n\n127.0.0.1    : 0.077 0.038 0.029\n::1          : 0.069 - 0.031\n192.0.2.9    : - - -\nnonsense\n"
    expect(readFping(text)).toEqual(
      new Map([
        ["127.0.0.1", { timesMs: [0.077, 0.038, 0.029], unreachable: null }],
        ["::1", { timesMs: [0.069, null, 0.031], unreachable: null }],
        ["192.0.2.9", { timesMs: [null, null, null], unreachable: "Host Unreachable" }]
      ])
    )
  })
})

it("the figures of a check are computed from the times", () => {
  expect(icmpFigures({ timesMs: [10, null, 14, 11] })).toEqual({
    sent: 4,
    received: 3,
    lossPercent: 25,
    minMs: 10,
    meanMs: 11.667,
    maxMs: 14,
    jitterMs: 3.5
  })
  expect(icmpFigures({ timesMs: [null, 3] })).toMatchObject({ lossPercent: 50, meanMs: 3 })
  expect(icmpFigures({ timesMs: [null, null] })).toEqual({ sent: 2, received: 0, lossPercent: 100 })
})

/** Plays fping: every address answers with these times. */
const fpingWith =
  (times: string, calls: Array<ReadonlyArray<string>> = []): RunProgram =>
  async (program, args) => {
    calls.push([program, ...args])
    const addresses = args.slice(args.indexOf("-B") + 2)
    return { code: 1, error: null, output: addresses.map((address) => `${address} : ${times}`).join("\n") }
  }

const packets = { count: 3, bytes: 56, waitMs: 1_000 }
const { signal } = new AbortController()

describe("a pinger", () => {
  it("sends the packets to many addresses with one process of fping", async () => {
    const calls: Array<ReadonlyArray<string>> = []
    const run = fpingWith("1 2 3", calls)
    const pinger = makePinger(async (...call) => ({ ...(await run(...call)), code: 0 }))
    const addresses = [
      ...Array.from({ length: 300 }, (_, index) => `10.0.${index >> 8}.${index & 255}`),
      "::1",
      "10.0.0.1"
    ]
    const found = await Promise.all(addresses.map((address) => pinger.ping(address, packets, signal)))
    expect(new Set(found.map((one) => JSON.stringify(one)))).toEqual(
      new Set(['{"timesMs":[1,2,3],"unreachable":null}'])
    )
    // One for the self test, then one for each 200 addresses of an IP version.
    expect(calls.map((call) => call.length)).toEqual([15, 214, 115, 15])
    expect(calls[1]?.slice(0, 14).join(" ")).toBe("fping -C 3 -q -t 1000 -p 200 -i 1 -b 56 -B 1")
  })

  it("uses ping if there is no fping, at most 32 processes at a time", async () => {
    let running = 0
    let most = 0
    const pinger = makePinger(async (program) => {
      if (program === "fping") return { code: null, error: "ENOENT", output: "" }
      running += 1
      most = Math.max(most, running)
      await new Promise(setImmediate)
      running -= 1
      return { code: 0, error: null, output: "64 bytes from 10.0.0.1: icmp_seq=2 ttl=64 time=7 ms\n" }
    })
    const found = await Promise.all(Array.from({ length: 100 }, () => pinger.ping("10.0.0.1", packets, signal)))
    expect(found[99]).toEqual({ timesMs: [null, 7, null], unreachable: null })
    expect(most).toBe(32)
  })

  it.each([
    ["ENOENT", "This machine has neither fping nor ping. Install one of them."],
    ["EPERM", expect.stringMatching(/^fping and ping may not send ICMP packets .*ping_group_range/u)]
  ])("says what is missing after %s, and tries again a minute later", async (error, sentence) => {
    let works = false
    let now = 0
    const pinger = makePinger(
      async () => (works ? { code: 0, error: null, output: "10.0.0.1 : 1 1 1" } : { code: null, error, output: "" }),
      () => now
    )
    expect(await pinger.selfTest()).toEqual(sentence)
    expect(await pinger.ping("10.0.0.1", packets, signal)).toEqual({ fault: sentence })
    works = true
    expect(await pinger.selfTest()).toEqual(sentence)
    now = 61_000
    expect(await pinger.selfTest()).toBeNull()
    expect(await pinger.ping("10.0.0.1", packets, signal)).toMatchObject({ timesMs: [1, 1, 1] })
  })

  it("sends to many addresses fast enough for the time limit of a check", async () => {
    const calls: Array<ReadonlyArray<string>> = []
    const pinger = makePinger(fpingWith("1 1 1", calls))
    await pinger.ping("10.0.0.1", packets, signal)
    // fping waits 10 ms between two packets by default, which is 15 s for 3 packets to 500 addresses.
    expect(calls[0]).toEqual(expect.arrayContaining(["-i", "1"]))
  })

  it.each(["fping", "ping"])("an aborted check does not wait for %s", async (program) => {
    let runs = 0
    const pinger = makePinger((name, _args, runSignal) => {
      if (name !== program) return Promise.resolve({ code: null, error: "ENOENT", output: "" })
      runs += 1
      if (runs === 1) return Promise.resolve({ code: 0, error: null, output: "" })
      return new Promise((resolve) => {
        if (name === "ping") runSignal.addEventListener("abort", () => resolve({ code: null, error: null, output: "" }))
      })
    })
    await pinger.selfTest()
    const others = new AbortController()
    const running = Array.from({ length: 32 }, () => pinger.ping("10.0.0.1", packets, others.signal))
    const control = new AbortController()
    const queued = pinger.ping("10.0.0.1", packets, control.signal)
    await new Promise(setImmediate)
    control.abort()
    expect(await queued).toEqual({ fault: `${program} did not end in time.` })
    others.abort()
    expect(await Promise.all(running)).toHaveLength(32)
    expect(await pinger.ping("10.0.0.1", packets, AbortSignal.abort())).toHaveProperty("fault")
  })

  it("an aborted check does not wait for the choice of a program", async () => {
    const control = new AbortController()
    const pinger = makePinger(() => {
      setImmediate(() => control.abort())
      return new Promise(() => {})
    })
    expect(await pinger.ping("10.0.0.1", packets, control.signal)).toEqual({
      fault: "fping and ping did not start in time."
    })
  })

  it("ends ping with an interrupt before the time limit of the check, because it sends until all are answered", async () => {
    const lasts: Array<number | undefined> = []
    const pinger = makePinger(async (program, _args, _signal, lastMs) => {
      if (program === "fping") return { code: null, error: "ENOENT", output: "" }
      lasts.push(lastMs)
      return { code: lasts.length === 1 ? 0 : 1, error: null, output: "" }
    })
    expect(await pinger.ping("10.0.0.1", packets, signal)).toEqual({ timesMs: [null, null, null], unreachable: null })
    expect(lasts).toEqual([undefined, 1_400])
  })

  it("does not take a failed program for a lost packet", async () => {
    let calls = 0
    const pinger = makePinger(async () => ({ code: calls++ === 0 ? 0 : 4, error: null, output: "" }))
    expect(await pinger.ping("10.0.0.1", packets, signal)).toEqual({ fault: "fping failed (exit code 4)." })
  })
})

describe("a check of a host", () => {
  const check = (times: string, request: Partial<IcmpRequest> = {}) => {
    const run = fpingWith(times)
    const pinger = makePinger(async (...call) => ({ ...(await run(...call)), code: 0 }))
    lab.dns.zone.set("host.example.com", { A: ["127.0.0.1"] })
    return probeIcmp(lab.ports, { target: "host.example.com", ...request }, {}, pinger)
  }

  it("is up if one packet is answered", async () => {
    expect(await check("- - 2.5")).toMatchObject({
      url: "icmp://host.example.com",
      outcome: "ok",
      address: "127.0.0.1",
      heardFromServer: true,
      timings: { waitUs: 2_500 },
      found: { sent: 3, received: 1, lossPercent: 66.667, meanMs: 2.5 }
    })
  })

  it.each([
    ["- - -", {}, "header_timeout", "None of the 3 packets was answered."],
    ["1 - 1", { maxLossPercent: 10 }, "wrong_answer", "At most 10 % of the packets may be lost, but 33.333 % are."],
    ["9 9 12", { maxMeanMs: 5 }, "wrong_answer", "The mean time must be at most 5 ms, but it is 10 ms."]
  ])("with the times %j and %j is %s", async (times, request, outcome, message) => {
    expect(await check(times, request)).toMatchObject({ outcome, message, verdict: "down" })
  })

  it("is unknown if this machine cannot send packets", async () => {
    const pinger = makePinger(async () => ({ code: null, error: "ENOENT", output: "" }))
    expect(await probeIcmp(lab.ports, { target: "127.0.0.1" }, {}, pinger)).toMatchObject({
      outcome: "prober_fault",
      verdict: "unknown",
      timings: { dnsUs: null }
    })
  })

  it("sends no packet to an address that the policy forbids", async () => {
    const calls: Array<ReadonlyArray<string>> = []
    const found = await probeIcmp(lab.portsWith([]), { target: "::1" }, {}, makePinger(fpingWith("1", calls)))
    expect(found).toMatchObject({ outcome: "blocked_address", found: {} })
    expect(calls).toEqual([])
  })

  it.skipIf(!existsSync("/usr/bin/fping") && !existsSync("/usr/bin/ping"))("reaches this machine", async () => {
    const found = await lab.probe.icmp("127.0.0.1")
    // A machine can forbid ICMP, which is not the host's fault.
    expect(["ok", "prober_fault"]).toContain(found.outcome)
    expect(found.found.received ?? 3).toBe(3)
  })

  it.each(["a.example:80", "http://a.example", "", "[::1]:7"])("refuses the target %j", async (target) => {
    await expect(lab.probe.icmp(target)).rejects.toThrow("icmp: request.target must be a host without a port")
  })
})
