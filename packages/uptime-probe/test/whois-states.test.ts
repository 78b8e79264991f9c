import { expect, it } from "vitest"
import { parseWhois } from "../src/expiry/WhoisAnswer.ts"

const registered = (text: string, domain: string) => {
  const found = parseWhois(text, domain)
  if (found.kind !== "registered") throw new Error(`not registered but ${found.kind}`)
  return found
}

it.each([
  ["example.co.jp", "[State] Connected (2030/03/31)", "2030-03-31"],
  ["example.ne.jp", "[State]                         Registered (2030/03/31)", "2030-03-31"],
  ["example.or.jp", "[State] To be deleted (2030/03/31)", "2030-03-31"],
  ["example.go.jp", "[State] Deleted (2030/03/31)", null],
  ["example.ac.jp", "[State] Connected", null],
  ["example.ed.jp", "[State] Connected (2030/02/31)", null],
  [
    "example.co.jp",
    "[Registered Date] 2010/04/01\n[Connected Date] 2010/05/01\n[State] Connected (2030/03/31)",
    "2030-03-31"
  ],
  ["example.co.jp", "[Last Update] 2029/07/31 12:30:39 (JST)", null],
  ["example.jp", "[Expires on] 2030/03/31\n[Status] Active", "2030-03-31"],
  ["example.tokyo.jp", "[Status] Active\n[Expires on] 2030/03/31", "2030-03-31"],
  ["example.co.jp", "[状態] Connected (2030/03/31)", "2030-03-31"],
  ["example.jp", "[有効期限] 2030/03/31\n[状態] Active", "2030-03-31"]
])("the answer of JPRS about %s with %j ends on %s", (domain, lines, expected) => {
  for (const label of ["a. [Domain Name]                ", "[ドメイン名] "]) {
    const { expiresAt } = registered(`${label}${domain.toUpperCase()}\n${lines}\n`, domain)
    expect(expiresAt === null ? null : new Date(expiresAt).toISOString().slice(0, 10)).toBe(expected)
  }
})

it.each([
  ["Connected (2030/03/31)", ["Connected"]],
  ["Active", ["ok"]],
  ["To be suspended", ["pendingDelete"]],
  ["Suspended", ["redemptionPeriod"]],
  ["To be deleted (2030/03/31)", ["pendingDelete"]],
  ["Deleted (2030/03/31)", ["pendingDelete"]]
])("the state %s of JPRS is a status", (state, statuses) => {
  expect(registered(`[Domain Name] EXAMPLE.JP\n[State] ${state}`, "example.jp").statuses).toEqual(statuses)
})

it.each([
  ["example.cz", "domain: example.cz\nstatus: To be deleted", ["pendingDelete"]],
  ["example.nz", "domain_name: example.nz\nquery_status: 210 PendingRelease", ["redemptionPeriod"]],
  ["example.test", "Domain Name: example.test\nStatus: Suspended", ["Suspended"]]
])("a state of a registration that ends is a status: %s", (domain, text, statuses) => {
  expect(registered(text, domain).statuses).toEqual(statuses)
})

it.each([
  "release process: waiting",
  "% release process: waiting",
  "release process:     waiting",
  "release-process: running"
])("a registration of .br has ended with %s", (line) => {
  expect(parseWhois(`% Copyright\ndomain:      example.com.br\n${line}\n`, "example.com.br")).toEqual({
    kind: "not_registered"
  })
})
