import { assert, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import * as fc from "fast-check"
import { describe, test } from "vitest"
import { formatArray, parseArray } from "../src/sql/Driver.ts"
import { layerTestDatabase } from "../src/testing.ts"

const texts = fc.array(fc.option(fc.string({ unit: "binary" }).filter((text) => !text.includes("\0"))), {
  maxLength: 8
})

describe("an array in text form", () => {
  test("is read as it was written, whatever its elements hold", () => {
    fc.assert(
      fc.property(texts, (elements) => {
        assert.deepStrictEqual(
          parseArray(formatArray(elements, String), (text) => text),
          elements
        )
      })
    )
  })

  test("keeps its dimensions, and loses its bounds", () => {
    assert.deepStrictEqual(parseArray("{{1,2},{3,NULL}}", Number), [
      [1, 2],
      [3, null]
    ])
    assert.deepStrictEqual(parseArray("[0:1]={7,8}", Number), [7, 8])
    assert.deepStrictEqual(parseArray("{}", Number), [])
  })
})

layer(layerTestDatabase, { excludeTestServices: true })("arrays of the server", (it) => {
  it.effect("are read as they were written, including syntax characters, NULL and empty arrays", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const elements = [
        "",
        "NULL",
        "null",
        null,
        "{}",
        "a,b",
        'say "hi"',
        "back\\slash",
        " two words ",
        "line\nbreak",
        "ü"
      ]
      const [row] = yield* sql<{ all: unknown }>`select ${elements}::text[] as all`
      assert.deepStrictEqual(row?.all, elements)
    })
  )

  it.effect("of other types are encoded by the type of their elements", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient
      const [row] = yield* sql`
        select array[1.5, null]::float8[] as floats, array[true, false] as booleans, array['2026-11-21T10:00:00Z']::timestamptz[] as times,
          array['{"a":[1,"}"]}']::jsonb[] as documents, array['\\x00ff']::bytea[] as bytes, array[[1,2],[3,4]]::bigint[] as grid`
      assert.deepStrictEqual(row, {
        floats: [1.5, null],
        booleans: [true, false],
        times: [new Date("2026-11-21T10:00:00Z")],
        documents: [{ a: [1, "}"] }],
        bytes: [Buffer.from([0, 255])],
        grid: [
          [1, 2],
          [3, 4]
        ]
      })
    })
  )
})
