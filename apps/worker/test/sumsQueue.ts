import { defineQueue } from "@mon/core-store"
import * as Schema from "effect/Schema"

export const sums = defineQueue({
  name: "test.sums",
  payload: Schema.Struct({ n: Schema.Int }),
  retryAfterMs: [0, 0],
  expireInSeconds: 600,
  keyed: false
})
