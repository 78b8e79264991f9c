// The last message about a monitor says its state, or a newer message is pending. The test runs histories that once
// broke this rule.
import { assert, layer } from "@effect/vitest"
import { OperatorAccounts } from "@mon/core-store"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { layerGround } from "./DeliveryWorld.ts"
import { parseHistory, randomHistory, randomOf } from "./histories/History.ts"
import { runHistories } from "./histories/runHistories.ts"

const HISTORIES: Readonly<Record<string, ReadonlyArray<string>>> = {
  "an outage that a route takes, while the end of the last one is on its way": [
    "0 down 1",
    "60 away email",
    "120 up 1",
    "180 route on",
    "240 down 1",
    "700 up 1",
    "1500 takes email"
  ],
  "an outage that a route takes, while the last one is unconfirmed": [
    "0 silent other",
    "10 down 1",
    "60 up 1",
    "70 route on",
    "80 down 1",
    "500 up 1",
    "900 takes other"
  ],
  "an outage in a pause that lasts longer, after one whose end is on its way": [
    "0 down 1",
    "60 away email",
    "120 up 1",
    "180 pause",
    "240 down 1",
    "300 takes email",
    "600 resume",
    "1200 up 1"
  ],
  "outages in a pause of which nobody knows": [
    "0 down 1",
    "60 up 1",
    "90 route on",
    "120 down 1",
    "180 pause",
    "240 up 1",
    "300 down 1",
    "360 up 1",
    "600 resume"
  ],
  "an outage in a maintenance window, in which a route is made": ["0 window 3", "4 down 1", "25 route on", "508 up 1"],
  "a second outage that begins and ends in a pause": [
    "0 down 1",
    "60 pause",
    "90 up 1",
    "120 down 1",
    "150 up 1",
    "300 resume"
  ],
  "two outages that end in a pause, while the pager is away": [
    "0 down 1",
    "30 away pager",
    "60 pause",
    "90 up 1",
    "120 down 1",
    "150 up 1",
    "300 resume",
    "400 takes pager"
  ],
  "an outage that a program missed, and that ended before a pause": [
    "0 away webhook",
    "10 down 1",
    "20 up 1",
    "60 pause",
    "120 takes webhook",
    "180 resume"
  ],
  "two outages that end in a pause, of which a route took the second": [
    "0 down 1",
    "60 pause",
    "90 up 1",
    "100 route on",
    "120 down 1",
    "150 up 1",
    "300 resume"
  ],
  "an outage in a pause that a route took, while the end of the last one is on its way to a program": [
    "0 down 1",
    "10 away webhook",
    "20 up 1",
    "30 route on",
    "40 down 1",
    "50 pause",
    "60 up 1",
    "120 takes webhook",
    "180 resume"
  ],
  "an outage that ends in a maintenance window just before another one, which ends in it": [
    "0 down 1",
    "60 window 19",
    "120 up 1",
    "120 down 1",
    "300 up 1"
  ],
  "an outage in a pause that a route would have taken": [
    "0 route on",
    "60 pause",
    "80 down 1",
    "200 resume",
    "500 up 1"
  ],
  "an outage in a maintenance window, at whose beginning a pause begins that ends in the window": [
    "0 window 12",
    "10 down 1",
    "10 pause",
    "400 resume"
  ],
  "an outage that ends at the moment of a suspension": [
    "0 down 1",
    "460 up 1",
    "460 suspend",
    "500 reinstate",
    "1030 down 1"
  ],
  "an outage that ends at the moment of a suspension, at whose end alerts are paused": [
    "0 down 1",
    "750 up 1",
    "750 suspend",
    "6380 reinstate",
    "6380 pause"
  ],
  "an outage that ends in a pause, at whose end another one begins": [
    "0 down 1",
    "60 pause",
    "100 up 1",
    "6380 resume",
    "6380 pause",
    "15000 resume"
  ],
  "an outage that ends in a pause, at whose end the account is suspended": [
    "0 down 1",
    "60 pause",
    "100 up 1",
    "6380 suspend",
    "6390 resume",
    "15000 reinstate"
  ],
  "an outage of which a number of WhatsApp misses the end for hours": [
    "0 number",
    "0 down 1",
    "10 away chat",
    "300 up 1",
    "11710 dns_changed 1"
  ],
  "an outage in a maintenance window, in which the account is suspended and goes on": [
    "0 window 20",
    "450 down 1",
    "450 suspend",
    "460 reinstate"
  ],
  "an outage in a maintenance window that ends in a suspension": [
    "0 window 17",
    "500 down 1",
    "700 suspend",
    "6450 reinstate"
  ],
  "an outage of a monitor that is stopped at the moment of a suspension": [
    "0 away email",
    "20 down 1",
    "340 stop 1",
    "340 suspend",
    "350 takes email",
    "460 reinstate"
  ],
  "an outage that a receiver missed before a suspension": [
    "0 away email",
    "20 down 1",
    "340 suspend",
    "350 reinstate",
    "600 up 1"
  ],
  "two outages of a monitor, while the pager gets everything and answers nothing": [
    "0 silent pager",
    "10 down 1,2 together",
    "80 up 1,2 together",
    "90 down 2",
    "90 up 2"
  ]
}

/** The numbers of the random histories to run. */
const RANDOM = [3] as const

layer(Layer.provideMerge(OperatorAccounts.layer, layerGround), { excludeTestServices: true, timeout: 120_000 })(
  "what receivers know is the state of a monitor",
  (it) => {
    it.effect("or something is on its way, in histories that are known to be hard", () =>
      Effect.gen(function* () {
        const names = Object.keys(HISTORIES)
        const { failed } = yield* runHistories(Object.values(HISTORIES).map(parseHistory))
        assert.deepStrictEqual(
          failed.map(({ number, ...one }) => ({ name: names[number], ...one })),
          []
        )
      })
    )

    it.effect("or something is on its way, in random histories", () =>
      Effect.gen(function* () {
        const { failed } = yield* runHistories(RANDOM.map((number) => randomHistory(randomOf(1_000_003 + number))))
        assert.deepStrictEqual(failed, [])
      })
    )
  }
)
