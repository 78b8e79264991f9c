import { createHash } from "node:crypto"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import { BlobBytes } from "../src/blobs/BlobBytes.ts"
import { layerS3Bytes } from "../src/blobs/s3Bytes.ts"
import { startBucket } from "./bucket.ts"

const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => index % 251))
const hash = createHash("sha256").update(bytes).digest("hex")

const startServer = Effect.acquireRelease(
  Effect.promise(() => startBucket("pictures", "KEYID")),
  ({ close }) => Effect.promise(close)
)

const over = (endpoint: string, accessKeyId = "KEYID") =>
  layerS3Bytes({ bucket: "pictures", endpoint, accessKeyId, secretAccessKey: Redacted.make("secret") })

it.live("bytes are written, read and removed under their hash", () =>
  Effect.gen(function*() {
    const { endpoint, objects, requests } = yield* startServer
    yield* Effect.provide(
      Effect.gen(function*() {
        const { read, remove, write } = yield* BlobBytes
        assert.isNull(yield* read(hash))
        yield* write(hash, bytes, "image/webp")
        yield* write(hash, bytes, "image/webp")
        assert.deepInclude(objects.get(`/pictures/blobs/${hash}`), { contentType: "image/webp" })
        assert.isTrue(bytes.equals((yield* read(hash)) ?? new Uint8Array()))
        yield* remove([hash, "0".repeat(64)])
        assert.isNull(yield* read(hash))
        assert.isTrue(requests.every((line) => line.includes("/pictures/blobs/")))
      }),
      over(endpoint)
    )
  }))

it.live("a busy server is asked again", () =>
  Effect.gen(function*() {
    const { endpoint, objects, state } = yield* startServer
    state.mood = "busy once"
    yield* Effect.provide(Effect.flatMap(BlobBytes, ({ write }) => write(hash, bytes, "image/webp")), over(endpoint))
    assert.strictEqual(objects.size, 1)
  }))

it.live("what comes back damaged is an error", () =>
  Effect.gen(function*() {
    const { endpoint, state } = yield* startServer
    yield* Effect.provide(
      Effect.gen(function*() {
        const { read, write } = yield* BlobBytes
        yield* write(hash, bytes, "image/webp")
        state.mood = "damaging"
        const error = yield* Effect.flip(read(hash))
        assert.strictEqual(error.reason, "Failed")
        assert.include(String(error.cause), "damaged")
      }),
      over(endpoint)
    )
  }))

it.live("a server that refuses the key, or is not there, is not available", () =>
  Effect.gen(function*() {
    const { close, endpoint } = yield* startServer
    const read = Effect.flatMap(BlobBytes, (store) => store.read(hash))
    assert.strictEqual((yield* Effect.flip(Effect.provide(read, over(endpoint, "STRANGER")))).reason, "Unavailable")
    yield* Effect.promise(close)
    assert.strictEqual((yield* Effect.flip(Effect.provide(read, over(endpoint)))).reason, "Unavailable")
  }))

it.live("interruption ends a request that hangs", () =>
  Effect.gen(function*() {
    const { endpoint, requests, state } = yield* startServer
    state.mood = "hanging"
    const fiber = yield* Effect.forkChild(Effect.provide(Effect.flatMap(BlobBytes, ({ read }) => read(hash)), over(endpoint)))
    while (requests.length === 0) yield* Effect.sleep("5 millis")
    yield* Fiber.interrupt(fiber)
  }))
