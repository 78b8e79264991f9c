import { type PartForm, serviceCheck, type ServiceCheck, serviceTypes, shortestServiceInterval } from "@mon/model"
import { serviceAddress } from "@mon/uptime-probe"
import { describe, expect, it } from "vitest"
import {
  changesSomething,
  hostsOfCheck,
  namesToProve,
  serviceCheckFault,
  serviceRequest,
  unsafeSteps
} from "../src/services/serviceRequest.ts"
import { isSecretCheck, serviceVerdict } from "../src/services/serviceVerdict.ts"
import { unmadeService } from "../src/services/performService.ts"

/** Returns an example of a part of a value, with all of its optional parts. */
const exampleOf = (form: PartForm): unknown => {
  switch (form.kind) {
    case "text":
    case "number":
      return form.example
    case "scalar":
      return 1
    case "flag":
      return true
    case "word":
      return form.words[0]
    case "list":
      return form.item.kind === "choice" ? form.item.choices.map(exampleOf) : [exampleOf(form.item)]
    case "map":
      return { "x-probe": exampleOf(form.value) }
    case "object":
      return Object.fromEntries(form.parts.map((part) => [part.name, exampleOf(part.form)]))
    case "choice":
      return exampleOf(form.choices[0] as PartForm)
  }
}

/** A step has one kind of body, and values have names of letters. */
const exampleSteps: ServiceCheck = {
  type: "httpSteps",
  values: { user: "probe" },
  secrets: { password: "canary" },
  family: 4,
  steps: [
    {
      name: "sign in",
      url: "https://login.example.com/token",
      form: { user: "{{user}}", password: "{{password}}" },
      expect: [{ status: "200" }],
      take: [
        { json: "$.token", name: "token" },
        { header: "location", name: "next", shown: true }
      ]
    },
    {
      name: "orders",
      url: "https://shop.example.com/{{next}}",
      auth: { token: "{{token}}" },
      headers: { "accept-language": "en" },
      followRedirects: false,
      always: true
    },
    { name: "page", url: "https://shop.example.com/", headers: { accept: "text/html" } }
  ]
}

const examples = serviceCheck.form.choices.map((form) => {
  const example = exampleOf(form) as ServiceCheck
  return example.type === "httpSteps" ? exampleSteps : example
})

const expectations = (check: ServiceCheck) =>
  serviceRequest({ check, expect: [{ ipVersion: 4 }], timeoutMs: 1_000 }).expect

describe("the check of a service", () => {
  it.each(examples.map((check) => [check.type, check] as const))("of the type %s is one of the engine", (_, check) => {
    expect(serviceCheckFault(check)).toBeNull()
    expect(serviceAddress(serviceRequest({ check, expect: [], timeoutMs: 1_000 }))).not.toBeNull()
  })

  it("has an example of each type", () => {
    expect(examples.map(({ type }) => type)).toEqual(serviceTypes)
    for (const type of serviceTypes) expect([10, 30, 60, 300]).toContain(shortestServiceInterval(type))
  })

  it("that sends an email connects to both servers, and needs the proof of four names", () => {
    const check = {
      type: "mailRoundTrip",
      send: { target: "smtp.example.com" },
      from: "probe@Sender.example",
      to: "inbox@imap.example.com",
      receive: { target: "imap.example.com" }
    } as const
    expect(hostsOfCheck(check)).toEqual(["smtp.example.com", "imap.example.com"])
    expect(namesToProve(check)).toEqual(["smtp.example.com", "imap.example.com", "sender.example"])
    expect(namesToProve({ type: "ssh", target: "git.example.com" })).toEqual(["git.example.com"])
    expect([check, { type: "ssh", target: "git.example.com" } as const].map(changesSomething)).toEqual([true, false])
  })

  it("in steps takes values by name, and sends nothing secret to a host with an invalid certificate", () => {
    const request = serviceRequest({ check: exampleSteps, expect: [], timeoutMs: 1_000 })
    expect(request).toMatchObject({
      type: "httpSteps",
      steps: [
        { take: { token: { json: "$.token" }, next: { header: "location", shown: true } }, secret: true },
        { secret: true },
        { secret: false }
      ]
    })
    expect(hostsOfCheck(exampleSteps)).toEqual(["login.example.com", "shop.example.com"])
    expect(unsafeSteps(exampleSteps)).toEqual([{ method: "POST", hostname: "login.example.com" }])
    expect(changesSomething(exampleSteps)).toBe(true)
  })

  it("of a DNS server expects what its options say", () => {
    const check = { type: "dns", server: "192.0.2.53", name: "example.com", recordType: "A" } as const
    const all = { ...check, rcode: "NOERROR", minimumAnswers: 1, authenticated: true, answers: ["192.0.2.1"] } as const
    expect(expectations(check)).toEqual([{ ipVersion: 4 }])
    expect(expectations(all)).toEqual([
      { rcode: "NOERROR" },
      { minimumAnswers: 1 },
      { flag: "authenticated" },
      { answer: "192.0.2.1" },
      { ipVersion: 4 }
    ])
  })
})

describe("the message of a failed service", () => {
  const failed = {
    ...unmadeService("postgres://db.example.com:5432", 0, 'The answer must be at most 5, but it is "secret value".'),
    outcome: "wrong_answer",
    verdict: "down"
  } as const

  it("does not repeat the answer if the check logs in", () => {
    expect(serviceVerdict(failed, true).errorMessage).toBe("The answer must be at most 5.")
    expect(serviceVerdict(failed, false).errorMessage).toContain("secret value")
  })

  it("knows which checks log in", () => {
    const login = { username: "mon", password: "x" }
    expect(isSecretCheck({ type: "redis", target: "cache.example.com", login })).toBe(true)
    expect(isSecretCheck({ type: "redis", target: "cache.example.com" })).toBe(false)
    expect(isSecretCheck({ type: "snmp", target: "router.example.com", community: "x" })).toBe(true)
  })
})
