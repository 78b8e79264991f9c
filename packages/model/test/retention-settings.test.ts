import { describe, expect, it } from "vitest"
import { readRetentionDays, retentionDays, retentionSettings, SettingError } from "../src/index.ts"

describe("the settings of retentions", () => {
  it("have the documented times as defaults", () => {
    expect(readRetentionDays({})).toEqual(retentionDays)
  })

  it("change only the kinds that they name", () => {
    expect(readRetentionDays({ MON_RETENTION_CHECKS: "30", MON_RETENTION_INCIDENTS: "365" })).toEqual({
      ...retentionDays,
      checks: 30,
      incidents: 365,
      statusPeriods: 365,
      maintenanceWindows: 365
    })
  })

  it.each(Object.entries(retentionSettings))("%s takes its range, which contains its default", (variable, setting) => {
    const [minimum, maximum] = setting.range
    const takes = `a whole number of days from ${minimum} to ${maximum}`
    for (const kind of setting.kinds) {
      expect(readRetentionDays({ [variable]: String(minimum) })[kind]).toBe(minimum)
      expect(readRetentionDays({ [variable]: String(maximum) })[kind]).toBe(maximum)
      expect(retentionDays[kind]).toBeGreaterThanOrEqual(minimum)
      expect(retentionDays[kind]).toBeLessThanOrEqual(maximum)
    }
    for (const value of [String(minimum - 1), String(maximum + 1), "a week", "-1", "7.5"])
      expect(() => readRetentionDays({ [variable]: value })).toThrow(new SettingError({ variable, takes }))
  })

  it("leave alone what a plan includes", () => {
    expect(Object.keys(retentionSettings).filter((variable) => /AUDIT|SCREENSHOT/u.test(variable))).toEqual([])
  })
})
