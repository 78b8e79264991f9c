import * as Effect from "effect/Effect"
import { join } from "node:path"
import { expect, test } from "vitest"
import { layerTestDatabase } from "../src/testing.ts"
import { schemaText } from "./schemaText.ts"

test("schema.sql shows the tables, indexes, triggers and functions after all migrations", async () => {
  const text = await Effect.runPromise(Effect.provide(schemaText, layerTestDatabase))
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, "..", "schema.sql"))
})
