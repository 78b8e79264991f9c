import { expect, it } from "vitest"
import { differences } from "./schemaDifferences.ts"

it(
  "refuses what the reader refuses in 10,000 files, and accepts what it accepts",
  () => {
    expect(differences(10_000, 11)).toEqual([])
  },
  // 13 s on an idle machine: the schema library takes 1 ms for each file.
  300_000
)
