import { assert, layer } from "@effect/vitest"
import { type S3Server, startS3Server } from "@mon/tooling/testbed"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { AccountDeletions, Blobs, layerRepositories } from "../src/index.ts"
import { layerS3Bytes } from "../src/s3.ts"
import { layerTestDatabase } from "../src/testing.ts"
import { knownToBeDue } from "./knownToBeDue.ts"
import { watched } from "./watchedDomain.ts"

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

const layerWithAccounts = Layer.provideMerge(layerBlobs(), Layer.provideMerge(layerRepositories, layerStore))

layer(layerWithAccounts, { excludeTestServices: true, timeout: 60_000 })("images of a deleted account", (it) => {
  it.effect("leave the bucket with the account, unless another account shows the same bytes", () =>
    Effect.gen(function* () {
      const { objects } = yield* Bucket
      const [blobs, deletions, sql] = [yield* Blobs, yield* AccountDeletions, yield* SqlClient.SqlClient]
      const [gone, other] = [yield* watched("gone.example.com"), yield* watched("other.example.com")]
      const put = (text: string) => blobs.put({ ...image, bytes: Buffer.from(text) })
      const hashes = yield* Effect.forEach(["page", "thumbnail", "shared"], put)
      const [page = "", thumbnail = "", shared = ""] = hashes
      const show = (accountKey: string, imageHash: string, thumbnailHash: string) => sql`
        insert into url_screenshot (public_id, account_id, monitor_id, captured_at, image_hash, thumbnail_hash, width, height,
          bytes, format, reason, expires_at)
        select gen_random_uuid(), account_id, id, mon_now(), ${imageHash}, ${thumbnailHash}, 1, 1, 1, 'webp', 'change',
          mon_now() + interval '1 year'
        from monitor where account_id = ${accountKey}::bigint`
      yield* show(gone.viewer.accountKey, page, thumbnail)
      yield* show(gone.viewer.accountKey, shared, shared)
      yield* show(other.viewer.accountKey, shared, shared)
      assert.strictEqual(yield* blobs.sweep(10), 0)
      const stored = () => [...objects.keys()].map((key) => key.replace("images/", "")).toSorted()
      assert.deepStrictEqual(stored(), [...hashes].toSorted())

      const end = Effect.fnUntraced(function* (accountKey: string) {
        const [account] = yield* sql<{ readonly id: string }>`
          select public_id as id from account where id = ${accountKey}::bigint`
        yield* deletions.request(account?.id ?? "", 0)
        while (
          yield* knownToBeDue(
            "notices about deletions",
            deletions.notifyNext(() => Effect.void)
          )
        );
        while ((yield* deletions.purge(100)) > 0);
        yield* blobs.sweep(10)
      })
      yield* end(gone.viewer.accountKey)
      assert.deepStrictEqual(stored(), [shared])
      yield* end(other.viewer.accountKey)
      assert.deepStrictEqual(stored(), [])
    })
  )
})
