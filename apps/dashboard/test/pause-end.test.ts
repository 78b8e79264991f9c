import { describe, expect, it } from "vitest"
import { type PauseEnd, untilOf } from "../src/settings/pauseEnd.ts"

const at = (zone: string, now: string, time = "") => ({ zone, now: Date.parse(now), time })

describe("a pause of alerts ends", () => {
  it.each<[PauseEnd, ReturnType<typeof at>, string | null | undefined]>([
    ["hour", at("UTC", "2026-11-27T10:00:00Z"), "2026-11-27T11:00:00.000Z"],
    ["morning", at("UTC", "2026-11-27T10:00:00Z"), "2026-11-28T08:00:00.000Z"],
    ["morning", at("Europe/Berlin", "2026-11-27T23:30:00Z"), "2026-11-29T07:00:00.000Z"],
    ["morning", at("America/New_York", "2026-11-28T02:00:00Z"), "2026-11-28T13:00:00.000Z"],
    ["morning", at("Europe/Berlin", "2027-03-27T12:00:00Z"), "2027-03-28T06:00:00.000Z"],
    ["time", at("Asia/Tokyo", "2026-11-27T10:00:00Z", "2026-11-30T09:00"), "2026-11-30T00:00:00.000Z"],
    ["time", at("UTC", "2026-11-27T10:00:00Z"), undefined],
    ["resumed", at("UTC", "2026-11-27T10:00:00Z"), null]
  ])("%s %j", (end, moment, until) => {
    expect(untilOf(end, moment)).toBe(until)
  })
})
