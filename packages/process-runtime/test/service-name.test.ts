import { SettingError } from "@mon/model"
import { describe, expect, it } from "vitest"
import { readServiceName } from "../src/index.ts"

describe("MON_SERVICE_NAME", () => {
  it.each([
    [undefined, "Mon"],
    ["", "Mon"],
    ["Acme Watch", "Acme Watch"],
    [" Acme-2 ", "Acme-2"]
  ])("%j gives the name %j", (given, name) => {
    expect(readServiceName({ MON_SERVICE_NAME: given })).toBe(name)
  })

  it.each(["Acme\r\nX-Evil: 1", "Überwachung", "a:b", "-x", "a".repeat(41), "A.B", "A_B"])(
    "refuses %j, which is not valid in a header",
    (given) => {
      expect(() => readServiceName({ MON_SERVICE_NAME: given })).toThrow(SettingError)
      expect(() => readServiceName({ MON_SERVICE_NAME: given })).toThrow(
        "MON_SERVICE_NAME takes a name of at most 40 letters, digits, hyphens and spaces."
      )
    }
  )
})
