import { describe, expect, it } from "vitest"
import { countUnseen, type MonitorEvidence, prove, type SiteEvidence } from "../chaos/prove.ts"

const terms = { endAt: 1_000_000, failuresToDown: 3, successesToUp: 2, toleranceMs: 5_000, forgottenMs: 25_000 }

/** Down from 200,000 to 300,000; then up. */
const site: SiteEvidence = {
  hostname: "site.example.com",
  flips: [
    { at: 0, up: true },
    { at: 200_000, up: false },
    { at: 300_000, up: true }
  ],
  requests: 100
}
const monitor: MonitorEvidence = {
  hostname: "site.example.com",
  state: "up",
  looks: Array.from({ length: 99 }, (_, index) => ({
    at: (index + 1) * 10_000,
    verdict: index >= 19 && index < 29 ? "down" : "up"
  })),
  nextAt: 1_001_000,
  incidents: [{ startedAt: 204_000, resolvedAt: 306_000 }],
  announced: [
    { incident: 0, word: "up" },
    { incident: 0, word: "down" }
  ]
}

const judge = (changes: Partial<MonitorEvidence>, ofSite: Partial<SiteEvidence> = {}) =>
  prove([{ ...site, ...ofSite }], [{ ...monitor, ...changes }], terms)

describe("the proof of a run of chaos", () => {
  it("finds nothing where everything was seen and told once", () => {
    expect(judge({})).toEqual([])
  })

  it("wants no incident of a time down into which too few looks fell, and says that there was one", () => {
    const flips = [
      { at: 0, up: true },
      { at: 200_000, up: false },
      { at: 215_000, up: true }
    ]
    const looks = monitor.looks.map(({ at }) => ({
      at,
      verdict: at === 200_000 || at === 210_000 ? ("down" as const) : ("up" as const)
    }))
    const evidence = { ...monitor, looks, incidents: [], announced: [] }
    expect(judge(evidence, { flips })).toEqual([])
    expect(countUnseen([{ ...site, flips }], [evidence], terms)).toEqual({ times: 3, unseen: 1 })
  })

  it("takes two times down for one when the time up between them had too few looks", () => {
    const flips = [
      ...site.flips.slice(0, 2),
      { at: 240_000, up: true },
      { at: 251_000, up: false },
      { at: 300_000, up: true }
    ]
    const looks = monitor.looks.map((look) => (look.at === 250_000 ? { ...look, verdict: "up" as const } : look))
    expect(judge({ looks }, { flips })).toEqual([])
  })

  it.each<[string, Partial<MonitorEvidence>, RegExp]>([
    ["an incident that is missing", { incidents: [], announced: [] }, /has no incident/u],
    [
      "two incidents of one time down",
      { incidents: [...monitor.incidents, { startedAt: 250_000, resolvedAt: 306_000 }] },
      /has 2 incidents/u
    ],
    [
      "an incident of a time up",
      { incidents: [...monitor.incidents, { startedAt: 500_000, resolvedAt: 510_000 }] },
      /when it was up/u
    ],
    ["an incident that stays open", { incidents: [{ startedAt: 204_000, resolvedAt: null }] }, /still open/u],
    [
      "an incident that ended while the site was down",
      { incidents: [{ startedAt: 204_000, resolvedAt: 250_000 }] },
      /was resolved at/u
    ],
    [
      "an announcement made twice",
      { announced: [...monitor.announced, { incident: 0, word: "down" }] },
      /"down" .* announced 2 times instead of 1/u
    ],
    [
      "an announcement that was not made",
      { announced: [{ incident: 0, word: "down" }] },
      /"up" .* announced 0 times instead of 1/u
    ],
    ["a monitor that nobody looks at any more", { looks: monitor.looks.slice(0, 90) }, /was forgotten/u],
    ["a monitor without a next look", { nextAt: null }, /never due again/u],
    [
      "more looks than requests",
      { looks: [...monitor.looks, ...monitor.looks.slice(-2)] },
      /has 101 looks, and was asked 100 times/u
    ],
    ["a state that is not the site's", { state: "down" }, /is up, and its state is down/u]
  ])("finds %s", (_, changes, sentence) => {
    expect(judge(changes).join("\n")).toMatch(sentence)
  })

  it("finds a site without a monitor", () => {
    expect(prove([site], [], terms)).toEqual(["site.example.com has no monitor"])
  })
})
