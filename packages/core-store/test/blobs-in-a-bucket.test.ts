import { assert, layer } from "@effect/vitest"
import { type S3Server, startS3Server } from "@mon/testbed"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { Blobs } from "../src/index.ts"
import { layerS3Bytes } from "../src/s3.ts"
import { layerTestDatabase } from "../src/testing.ts"

class Bucket extends Context.Service<Bucket, S3Server>()("test/Bucket") {}

const layerBucket = Layer.effect(
  Bucket,
  Effect.acquireRelease(
    Effect.promise(() => startS3Server({ bucket: "mon-images" })),
    (bucket) => Effect.promise(() => bucket.close())
  )
)

const layerBlobs = (secretAccessKey?: string) =>
  Layer.unwrap(
    Effect.map(Bucket, (server) =>
      Blobs.layer.pipe(
        Layer.provide(
          layerS3Bytes({
            ...server,
            secretAccessKey: Redacted.make(secretAccessKey ?? server.secretAccessKey),
            prefix: "images/"
          })
        )
      )
    )
  )

const bytes = Buffer.from("an image")
const image = { bytes, contentType: "image/webp", keepUntil: new Date("2100-01-01T00:00:00Z") }
const layerStore = Layer.provideMerge(layerBucket, layerTestDatabase)

layer(Layer.provideMerge(layerBlobs(), layerStore), { excludeTestServices: true })("a blob in a bucket", (it) => {
  it.effect("is stored under its hash, read back and swept", () =>
    Effect.gen(function* () {
      const blobs = yield* Blobs
      const { objects } = yield* Bucket
      const hash = yield* blobs.put(image)
      assert.deepStrictEqual([...objects.keys()], [`images/${hash}`])
      assert.strictEqual(objects.get(`images/${hash}`)?.contentType, "image/webp")
      const found = yield* blobs.get(hash)
      assert.strictEqual(Buffer.from(found?.bytes ?? []).toString(), "an image")
      const old = yield* blobs.put({ ...image, bytes: Buffer.from("old"), keepUntil: new Date(0) })
      assert.strictEqual(yield* blobs.sweep(10), 1)
      assert.isNull(yield* blobs.get(old))
      assert.deepStrictEqual([...objects.keys()], [`images/${hash}`])
    })
  )

  it.effect("is retried while the service is busy", () =>
    Effect.gen(function* () {
      const { behave } = yield* Bucket
      let refusals = 2
      behave(() => {
        refusals -= 1
        return refusals < 0 ? "Work" : "Busy"
      })
      yield* (yield* Blobs).put({ ...image, bytes: Buffer.from("again") })
    })
  )

  it.effect("that was altered in the bucket is an error, not another image", () =>
    Effect.gen(function* () {
      const blobs = yield* Blobs
      const { objects } = yield* Bucket
      const hash = yield* blobs.put({ ...image, bytes: Buffer.from("changed") })
      objects.set(`images/${hash}`, {
        bytes: Buffer.from("something else"),
        contentType: "image/webp",
        cacheControl: null
      })
      assert.strictEqual((yield* Effect.flip(blobs.get(hash)))._tag, "StoreError")
    })
  )

  it.effect("that is missing in the bucket is absent", () =>
    Effect.gen(function* () {
      const blobs = yield* Blobs
      const { objects } = yield* Bucket
      const hash = yield* blobs.put({ ...image, bytes: Buffer.from("lost") })
      objects.clear()
      assert.isNull(yield* blobs.get(hash))
    })
  )
})

layer(Layer.provideMerge(layerBlobs("a wrong one"), layerStore), { excludeTestServices: true })(
  "a bucket that refuses the key",
  (it) => {
    it.effect("makes storing a blob an error, and the blob is absent", () =>
      Effect.gen(function* () {
        const blobs = yield* Blobs
        const error = yield* Effect.flip(blobs.put(image))
        assert.strictEqual(error.reason, "Unavailable")
        assert.notInclude(JSON.stringify(error), "a wrong one")
      })
    )
  }
)
