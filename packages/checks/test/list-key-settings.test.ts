import { SettingError } from "@mon/model"
import { describe, expect, it } from "vitest"
import { readListKeys } from "../src/index.ts"

describe("the keys of DNS lists", () => {
  it("are none by default", () => {
    expect(readListKeys({})).toEqual({ barracuda: false, surbl: false, uribl: false })
  })

  it("are read from the environment", () => {
    const env = {
      MON_DNSBL_SPAMHAUS_KEY: "abcd1234",
      MON_DNSBL_ABUSIX_KEY: "efgh",
      MON_DNSBL_BARRACUDA: "true",
      MON_DNSBL_SURBL: "false",
      MON_DNSBL_URIBL: "true"
    }
    expect(readListKeys(env)).toEqual({
      spamhaus: "abcd1234",
      abusix: "efgh",
      barracuda: true,
      surbl: false,
      uribl: true
    })
  })

  it.each([
    ["MON_DNSBL_SPAMHAUS_KEY", "a.secret key"],
    ["MON_DNSBL_ABUSIX_KEY", "xy"],
    ["MON_DNSBL_BARRACUDA", "yes"]
  ])("are refused with the name of %s but without its value", (variable, value) => {
    const read = () => readListKeys({ [variable]: value })
    expect(read).toThrow(SettingError)
    expect(read).toThrow(new RegExp(`^${variable} takes (?!.*${value})`, "u"))
  })
})
