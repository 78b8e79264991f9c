import * as Schema from "effect/Schema"
import { defineQueue } from "../src/index.ts"

/** Jobs that add up numbers; a dead worker is detected after two seconds. */
export const sums = defineQueue({
  name: "test.sums",
  payload: Schema.Struct({ n: Schema.Int }),
  retryAfterMs: [0, 0],
  expireInSeconds: 2,
  keyed: false
})
