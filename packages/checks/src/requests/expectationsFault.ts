import type { CheckOptions } from "@mon/core-store"
import { expectationFault } from "@mon/uptime-probe"

/**
 * Returns the reason why the engine cannot evaluate an expectation, as a sentence that names the expectation. Null if
 * it can evaluate all of them.
 */
export const expectationsFault = (expect: CheckOptions["expect"]): string | null =>
  expect.map((one, index) => expectationFault(one, `expect[${index}]`)).find((fault) => fault !== null) ?? null
