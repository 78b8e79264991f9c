import { getServers, setServers } from "node:dns"
import { type DnsServer, startDnsServer } from "@mon/tooling/testbed"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createOnlineCheck, DisposableCheckError, type MxAnswer } from "../src/core.ts"
import { checker } from "../src/index.ts"
import { checkOnline } from "../src/online.ts"

const lent: MxAnswer = { status: "ok", hosts: [{ exchange: "mail.mailinator.com", preference: 10 }] }

const rejection = async (promise: Promise<unknown>): Promise<unknown> => {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error("The Promise did not reject.")
}

/** A resolver that responds only when its signal aborts. */
const silent = () => {
  const signals: Array<AbortSignal> = []
  const resolveMx = (_: string, signal: AbortSignal) => {
    signals.push(signal)
    return new Promise<MxAnswer>((_resolve, reject) =>
      signal.addEventListener("abort", () => reject(new Error("cancelled")), { once: true })
    )
  }
  return { check: createOnlineCheck({ checker: checker(), resolveMx }), signals }
}

describe("createOnlineCheck", () => {
  it("detects a domain that uses the hosts of a disposable email service", async () => {
    const asked: Array<string> = []
    const check = createOnlineCheck({
      checker: checker(),
      resolveMx: async (domain) => {
        asked.push(domain)
        return lent
      }
    })
    const { host, mail, verdict } = await check("Bob <bob@NEW.example.>")
    expect([host, mail]).toEqual(["mail.mailinator.com", "mx"])
    expect(verdict).toMatchObject({ class: "disposable", disposable: true, provider: "Mailinator", tier: "reported" })
    const strict = await check("bob@new.example", { tiers: "confirmed" })
    expect(strict.verdict).toMatchObject({ class: "disposable", disposable: false })
    expect(asked).toEqual(["new.example", "new.example"])
  })

  it.each(["bob@mailinator.com", "x@duck.com", "anna@gmial.com", "nonsense", "a@[192.0.2.1]"])(
    "asks nothing about %s",
    async (input) => {
      const { check, signals } = silent()
      expect(await check(input)).toMatchObject({ mail: "not_queried", host: null })
      expect(signals).toEqual([])
    }
  )

  it("rejects with the cause when the lookup fails", async () => {
    const cause = new Error("SERVFAIL")
    const check = createOnlineCheck({
      checker: checker(),
      resolveMx: () => {
        throw cause
      }
    })
    const error = await rejection(check("bob@new.example"))
    expect(error).toBeInstanceOf(DisposableCheckError)
    expect(error).toMatchObject({
      name: "DisposableCheckError",
      code: "LookupFailed",
      domain: "new.example",
      message: "SERVFAIL",
      cause
    })
  })

  it("names the argument when a resolver answers in another shape", async () => {
    const wrong = [{ exchange: "mail.example.com", priority: 10 }] as unknown as MxAnswer
    const check = createOnlineCheck({ checker: checker(), resolveMx: async () => wrong })
    expect(await rejection(check("bob@new.example"))).toMatchObject({ code: "ERR_INVALID_ARG_TYPE" })
  })

  it("ends a lookup that takes too long", async () => {
    vi.useFakeTimers()
    try {
      const { check, signals } = silent()
      const rejected = rejection(check("bob@new.example", { timeoutMs: 700 }))
      await vi.advanceTimersByTimeAsync(699)
      expect(signals.map(({ aborted }) => aborted)).toEqual([false])
      await vi.advanceTimersByTimeAsync(1)
      expect(await rejected).toMatchObject({
        code: "LookupTimeout",
        message: "DNS did not respond within 700 ms."
      })
      expect(signals.map(({ aborted }) => aborted)).toEqual([true])
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it("ends with the reason of the caller's signal", async () => {
    const { check, signals } = silent()
    const caller = new AbortController()
    const rejected = rejection(check("bob@new.example", { signal: caller.signal }))
    caller.abort(new Error("The form was closed."))
    expect(await rejected).toBe(caller.signal.reason)
    expect(signals.map(({ aborted }) => aborted)).toEqual([true])
    expect(await rejection(check("bob@new.example", { signal: caller.signal }))).toBe(caller.signal.reason)
    expect(signals.length).toBe(1)
  })
})

describe("checkOnline", () => {
  const before = getServers()
  let dns: DnsServer

  beforeAll(async () => {
    dns = await startDnsServer()
    setServers([dns.address])
    dns.zone.set("lent.example", { MX: [{ preference: 10, exchange: "mail.mailinator.com" }] })
    dns.zone.set("null.example", { MX: [{ preference: 0, exchange: "." }] })
    dns.zone.set("bare.example", { A: ["127.0.0.9"] })
  })

  afterAll(async () => {
    setServers(before)
    await dns.close()
  })

  it.each([
    ["bob@lent.example", "mx", "disposable"],
    ["bob@null.example", "null_mx", "none"],
    ["bob@bare.example", "no_mx", "none"],
    ["bob@nobody.example", "no_domain", "none"]
  ])("asks the resolvers of the process about %s: %s", async (input, mail, mailClass) => {
    expect(await checkOnline(input)).toMatchObject({ mail, verdict: { class: mailClass } })
  })

  it("rejects when the servers fail", async () => {
    dns.zone.fail("broken.example", "SERVFAIL")
    expect(await rejection(checkOnline("bob@broken.example"))).toMatchObject({
      code: "LookupFailed",
      domain: "broken.example",
      cause: { code: "ESERVFAIL" }
    })
  })

  it("cancels the query when the caller gives up", async () => {
    dns.zone.fail("silent.example", "DROP")
    const error = await rejection(checkOnline("bob@silent.example", { timeoutMs: 100 }))
    expect(error).toMatchObject({ code: "LookupTimeout" })
  })

  it("needs no lookup for a domain of the table", async () => {
    expect(await checkOnline("bob@mailinator.com")).toMatchObject({ mail: "not_queried" })
  })
})
