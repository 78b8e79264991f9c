import { messages } from "@mon/api-contract"
import { describe, expect, it } from "vitest"
import { parseOwnHostname } from "../src/statusPages/ownHostname.ts"

const { statusHost } = messages
const SERVICE = "mon.vendor.com"

const judge = (text: string, service = SERVICE): string => {
  const parsed = parseOwnHostname(text, service)
  return parsed.ok ? parsed.hostname : parsed.message
}

describe("the own host name of a page", () => {
  it.each([
    ["status.customer.com", "status.customer.com"],
    [" Status.Customer.COM. ", "status.customer.com"],
    ["customer.com", "customer.com"],
    ["status.münchen.de", "status.xn--mnchen-3ya.de"],
    ["xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
    ["a.b.c.customer.co.uk", "a.b.c.customer.co.uk"],
    // Customers can have host names next to the host name of the service.
    ["status.vendor.com", "status.vendor.com"]
  ])("can be %j", (text, hostname) => expect(judge(text)).toBe(hostname))

  it.each([
    ["", statusHost.form],
    ["https://status.customer.com", statusHost.form],
    ["status.customer.com/", statusHost.form],
    ["status.customer.com?x", statusHost.form],
    ["user@status.customer.com", statusHost.form],
    ["status.customer.com evil.com", statusHost.form],
    ["status.customer.com\\evil.com", statusHost.form],
    ["status%2ecustomer.com", statusHost.form],
    ["status.customer.com:443", statusHost.port],
    ["status.customer.com:8443", statusHost.port],
    ["*.customer.com", statusHost.wildcard],
    ["*", statusHost.wildcard],
    ["192.0.2.1", statusHost.address],
    ["0x7f.1", statusHost.address],
    ["2130706433", statusHost.address],
    ["::1", statusHost.address],
    ["[2001:db8::1]", statusHost.address],
    ["localhost", statusHost.special],
    ["status.localhost", statusHost.special],
    ["status.test", statusHost.special],
    ["status.invalid", statusHost.special],
    ["status.example", statusHost.special],
    ["printer.local", statusHost.special],
    ["db.internal", statusHost.special],
    ["1.0.0.127.in-addr.arpa", statusHost.special],
    ["status.onion", statusHost.special],
    ["intranet", statusHost.special],
    ["com", statusHost.special],
    ["status.nosuchtld", statusHost.unknown],
    ["co.uk", statusHost.suffix],
    ["-status.customer.com", statusHost.name],
    ["status-.customer.com", statusHost.name],
    ["my_status.customer.com", statusHost.name],
    ["status..customer.com", statusHost.name],
    [`${"x".repeat(64)}.customer.com`, statusHost.name],
    [`${"x.".repeat(120)}customer.com`, statusHost.name],
    ["xn--a.customer.com", statusHost.name],
    [SERVICE, statusHost.service(SERVICE)],
    ["MON.vendor.com.", statusHost.service(SERVICE)],
    ["vendor.com", statusHost.service(SERVICE)],
    ["status.mon.vendor.com", statusHost.service(SERVICE)]
  ])("cannot be %j, and the reason is named", (text, message) => expect(judge(text)).toBe(message))

  it("is not the address of a service without a name", () => {
    expect(judge("status.customer.com", "127.0.0.1")).toBe("status.customer.com")
    expect(judge("status.customer.com", "localhost")).toBe("status.customer.com")
  })
})
