import { prototypeWords } from "@mon/tooling/prototypeWords"
import { describe, expect, it } from "vitest"
import { asSettingError, givenSetting, readSetting, SettingError, wholeNumber } from "../src/index.ts"

const port = (env: Readonly<Record<string, string>>) =>
  readSetting(env, "MON_PORT", 3000, "a port number", wholeNumber(0, 65_535))

describe("a setting", () => {
  it("has its default when it is absent or empty", () => {
    expect(port({})).toBe(3000)
    expect(port({ MON_PORT: "  " })).toBe(3000)
    expect(givenSetting({ MON_PORT: " 1 " }, "MON_PORT")).toBe("1")
  })

  it.each(["-1", "65536", "1.5", "http", "1e3", "0x10", "9".repeat(20)])(
    "of the wrong form (%s) is named with what it takes",
    (value) => {
      expect(() => port({ MON_PORT: value })).toThrow(
        new SettingError({ variable: "MON_PORT", takes: "a port number" })
      )
    }
  )

  it("that is a secret is not quoted", () => {
    const error = new SettingError({ variable: "MON_SECRET", takes: "at least 32 characters" })
    expect(error.message).toBe("MON_SECRET must be at least 32 characters.")
  })
})

describe("asSettingError", () => {
  it("lets a bug stay a bug", () => {
    const bug = new TypeError("bug")
    expect(() => asSettingError(bug)).toThrow(bug)
  })
})

it.each(prototypeWords)("the word %j is a variable only if it is set", (word) => {
  expect(givenSetting({}, word)).toBeNull()
  expect(givenSetting({ [word]: " 1 " }, word)).toBe("1")
})
