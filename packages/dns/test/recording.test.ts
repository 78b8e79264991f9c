import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { DnsResolver, layerReplay, makeRecordingResolver, makeZoneResolver, type Recording } from "../src/effect.ts"

describe("a recording", () => {
  it.effect("replays the recorded answers after JSON, and repeats the last one", () =>
    Effect.gen(function* () {
      const zone = makeZoneResolver({
        "name.example.com": { A: ["192.0.2.1"] },
        "broken.example.com": { fail: "Refused" }
      })
      const recorder = makeRecordingResolver(zone)
      const first = yield* recorder.query("name.example.com", "A")
      zone.set("name.example.com", { A: ["192.0.2.2"] })
      const second = yield* recorder.query("NAME.example.com.", "A")
      const error = yield* Effect.flip(recorder.query("broken.example.com", "MX"))
      const recording = JSON.parse(JSON.stringify(recorder.recording)) as Recording
      yield* Effect.gen(function* () {
        const { query } = yield* DnsResolver
        assert.deepStrictEqual(
          [
            yield* query("Name.example.com", "A"),
            yield* query("name.example.com", "A"),
            yield* query("name.example.com", "A")
          ],
          [first, second, second]
        )
        const replayed = yield* Effect.flip(query("broken.example.com", "MX"))
        assert.deepStrictEqual(
          [replayed.reason, replayed.detail, replayed.message],
          [error.reason, error.detail, error.message]
        )
        const unknown = yield* Effect.flip(query("name.example.com", "AAAA"))
        assert.deepStrictEqual([unknown.reason, unknown.detail], ["Network", "This query is not in the recording."])
      }).pipe(Effect.provide(layerReplay(recording)))
    })
  )
})
