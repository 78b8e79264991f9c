import type { AlertRoute } from "@mon/alerts"
import { describe, expect, it } from "vitest"
import { receiverChanges, type RoutedMonitor, type Routing } from "../src/index.ts"

const monitor = (id: string, more: Partial<RoutedMonitor> = {}): RoutedMonitor => ({
  id,
  kind: "domain",
  tagIds: [],
  copied: [],
  ...more
})

const route = (targets: ReadonlyArray<string>, more: Partial<AlertRoute> = {}): AlertRoute => ({
  kinds: [],
  severities: [],
  scope: "chosen",
  monitorIds: ["shop"],
  tagIds: [],
  steps: [{ afterMinutes: 0, targets }],
  reminderMinutes: null,
  ...more
})

const routing = (routes: ReadonlyArray<AlertRoute>, more: Partial<Routing> = {}): Routing => ({
  routes,
  defaultTargets: ["email", "chat"],
  monitors: [monitor("shop"), monitor("docs", { tagIds: ["web"] }), monitor("price", { kind: "url" })],
  ...more
})

const changesOf = (before: Routing, after: Routing) => {
  const steps = receiverChanges(before, after)
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  return step.value
}

const usual = ["chat", "email"]

describe("the receivers of alerts", () => {
  it("stay the same if nothing changes, whatever the order and the delays of steps", () => {
    expect(changesOf(routing([]), routing([]))).toEqual([])
    const steps = [
      { afterMinutes: 0, targets: ["chat"] },
      { afterMinutes: 9, targets: ["email"] }
    ]
    const kinds: AlertRoute["kinds"] = ["down", "degraded", "email_health_alert"]
    expect(changesOf(routing([]), routing([route([], { kinds, steps })]))).toEqual([])
  })

  it.each<readonly [string, Routing, Routing, ReturnType<typeof changesOf>]>([
    [
      "of a chosen monitor become those of a new route",
      routing([]),
      routing([route(["email"])]),
      [{ monitorIds: ["shop"], kinds: [], before: usual, after: ["email"] }]
    ],
    [
      "are named once for all monitors with the same change",
      routing([]),
      routing([route(["pager"], { monitorIds: ["shop"], tagIds: ["web"] })]),
      [{ monitorIds: ["shop", "docs"], kinds: [], before: usual, after: ["pager"] }]
    ],
    [
      "change only for the kinds of a route",
      routing([]),
      routing([route(["pager"], { kinds: ["down"] })]),
      [{ monitorIds: ["shop"], kinds: ["down"], before: usual, after: ["pager"] }]
    ],
    [
      "of an event are those of the first step",
      routing([]),
      routing([
        route([], {
          kinds: ["certificate_invalid"],
          steps: [
            { afterMinutes: 0, targets: ["email"] },
            { afterMinutes: 5, targets: ["chat"] }
          ]
        })
      ]),
      [{ monitorIds: ["shop"], kinds: ["certificate_invalid"], before: usual, after: ["email"] }]
    ],
    ["stay with the default route if a route has no target that works", routing([]), routing([route([])]), []],
    [
      "change with the default route",
      routing([]),
      routing([], { defaultTargets: ["email"] }),
      [{ monitorIds: ["shop", "docs", "price"], kinds: [], before: usual, after: ["email"] }]
    ],
    [
      "become nobody",
      routing([]),
      routing([], { defaultTargets: [] }),
      [{ monitorIds: ["shop", "docs", "price"], kinds: [], before: usual, after: [] }]
    ],
    [
      "change with the order of routes",
      routing([route(["email"]), route(["pager"])]),
      routing([route(["pager"]), route(["email"])]),
      [{ monitorIds: ["shop"], kinds: [], before: ["email"], after: ["pager"] }]
    ],
    [
      "change with the tags of a monitor",
      routing([route(["pager"], { monitorIds: [], tagIds: ["web"] })], {
        monitors: [monitor("docs", { tagIds: ["web"] })]
      }),
      routing([route(["pager"], { monitorIds: [], tagIds: ["web"] })], { monitors: [monitor("docs")] }),
      [{ monitorIds: ["docs"], kinds: [], before: ["pager"], after: usual }]
    ],
    [
      "change with the copied addresses",
      routing([], { monitors: [monitor("shop", { copied: ["ops@example.org"] })] }),
      routing([], { monitors: [monitor("shop")] }),
      [{ monitorIds: ["shop"], kinds: [], before: ["chat", "email", "ops@example.org"], after: usual }]
    ],
    [
      "of a new monitor are named only if they are nobody",
      routing([], { monitors: [] }),
      routing([], { monitors: [monitor("new")] }),
      []
    ],
    [
      "of a new monitor are nobody without a target",
      routing([], { monitors: [], defaultTargets: [] }),
      routing([], { monitors: [monitor("new")], defaultTargets: [] }),
      [{ monitorIds: ["new"], kinds: [], before: [], after: [] }]
    ]
  ])("%s", (_, before, after, changes) => {
    expect(changesOf(before, after)).toEqual(changes)
  })
})
