import { createHash } from "node:crypto"
import { mkdtempSync } from "node:fs"
import { readdir, readFile, rm, stat, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, it, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"
import { afterAll } from "vitest"
import { BlobLinks } from "../src/blobs/BlobLinks.ts"
import { BlobBytes } from "../src/blobs/BlobBytes.ts"
import { Blobs, MAX_BLOB_BYTES } from "../src/blobs/Blobs.ts"
import { layerDiskBytes } from "../src/blobs/diskBytes.ts"
import { layerPostgresBytes } from "../src/blobs/postgresBytes.ts"
import { Secrets } from "../src/secrets/Secrets.ts"
import { layerTestDatabase } from "../src/testing.ts"

const folder = mkdtempSync(join(tmpdir(), "mon-blobs-"))
afterAll(() => rm(folder, { recursive: true }))

const places = {
  "in PostgreSQL": layerPostgresBytes,
  "on the disk": layerDiskBytes(folder)
}

const long = new Date("2100-01-01T00:00:00Z")
const over = new Date("2000-01-01T00:00:00Z")

const png = (text: string, keepUntil: Date) => ({ bytes: Buffer.from(text), contentType: "image/png", keepUntil })
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

for (const [place, bytes] of Object.entries(places)) {
  const layerBlobs = Layer.provideMerge(Blobs.layer, bytes).pipe(Layer.provideMerge(layerTestDatabase))

  layer(layerBlobs, { excludeTestServices: true })(`blobs ${place}`, (test) => {
    test.effect("are found under their SHA-256, byte for byte", () =>
      Effect.gen(function* () {
        const { get, put } = yield* Blobs
        const all = new Uint8Array(Array.from({ length: 70_000 }, (_, index) => index % 256))
        const hash = yield* put({ bytes: all, contentType: "image/webp", keepUntil: long })
        assert.strictEqual(hash, createHash("sha256").update(all).digest("hex"))
        const found = yield* get(hash)
        assert.strictEqual(found?.contentType, "image/webp")
        assert.isTrue(Buffer.from(all).equals(found?.bytes ?? new Uint8Array()))
        assert.strictEqual((yield* get(yield* put(png("", long))))?.bytes.length, 0)
      })
    )

    test.effect("that are not there, and what is no hash, are null", () =>
      Effect.gen(function* () {
        const { get } = yield* Blobs
        for (const hash of [
          sha256("nobody put this"),
          "",
          "..",
          "../../etc/passwd",
          sha256("x").toUpperCase(),
          `${sha256("x")}0`
        ]) {
          assert.isNull(yield* get(hash))
        }
      })
    )

    test.effect("are kept once, as long as anybody wants them, however often and at once they come", () =>
      Effect.gen(function* () {
        const { get, put, sweep } = yield* Blobs
        const sql = yield* SqlClient
        const hashes = yield* Effect.forEach([over, long, over, over, long], (until) => put(png("shared", until)), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(new Set(hashes), new Set([sha256("shared")]))
        yield* put(png("shared", over))
        yield* sweep(100)
        assert.isNotNull(yield* get(sha256("shared")))
        const [row] = yield* sql<{
          readonly n: number
        }>`select count(*) as n from blob where hash = decode(${sha256("shared")}, 'hex')`
        assert.strictEqual(row?.n, 1)
      })
    )

    test.effect("whose time is over go with a sweep, at most so many", () =>
      Effect.gen(function* () {
        const { get, put, sweep } = yield* Blobs
        const { read } = yield* BlobBytes
        const hashes = yield* Effect.forEach([1, 2, 3], (n) => put(png(`old ${n}`, over)))
        const young = yield* put(png("young", long))
        assert.deepStrictEqual([yield* sweep(2), yield* sweep(2), yield* sweep(2)], [2, 1, 0])
        for (const hash of hashes) {
          assert.isNull(yield* get(hash))
          assert.isNull(yield* read(hash))
        }
        assert.isNotNull(yield* get(young))
        yield* put(png("old 1", long))
        assert.isNotNull(yield* get(sha256("old 1")))
      })
    )

    test.effect("that come again while they are swept are there afterwards", () =>
      Effect.gen(function* () {
        const { get, put, sweep } = yield* Blobs
        for (let round = 0; round < 20; round++) {
          const text = `race ${round}`
          yield* put(png(text, over))
          yield* Effect.all([sweep(10), put(png(text, long)), sweep(10)], { concurrency: "unbounded" })
          assert.strictEqual(String((yield* get(sha256(text)))?.bytes), text)
        }
      })
    )

    test.effect("whose bytes never arrived are not found, and arrive with the next attempt", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient
        const { get, put } = yield* Blobs
        const hash = sha256("late")
        yield* sql`insert into blob (hash, content_type, size, expires_at) values (decode(${hash}, 'hex'), 'image/png', 4, ${long})`
        assert.isNull(yield* get(hash))
        yield* put(png("late", long))
        assert.isNotNull(yield* get(hash))
      })
    )

    test.effect("too large or of no kind are refused", () =>
      Effect.gen(function* () {
        const { put } = yield* Blobs
        for (const bad of [
          { ...png("", long), bytes: new Uint8Array(MAX_BLOB_BYTES + 1) },
          { ...png("x", long), contentType: "" },
          { ...png("x", long), contentType: "text/html; charset=utf-8" },
          { ...png("x", long), contentType: "image/png\r\nx: y" },
          png("x", new Date(Number.NaN))
        ])
          assert.strictEqual((yield* Effect.flip(put(bad))).reason, "Failed")
      })
    )
  })
}

it.effect("a damaged file is an error, not an image", () =>
  Effect.gen(function* () {
    const { read, remove, write } = yield* BlobBytes
    const hash = sha256("whole")
    yield* write(hash, Buffer.from("whole"), "image/png")
    const file = join(folder, hash.slice(0, 2), hash.slice(2, 4), hash)
    assert.strictEqual((yield* Effect.promise(() => stat(file))).mode & 0o777, 0o600)
    yield* Effect.promise(() => writeFile(file, "hole"))
    assert.include(String((yield* Effect.flip(read(hash))).cause), "damaged")
    assert.strictEqual(String(yield* Effect.promise(() => readFile(file))), "hole")
    yield* remove([hash, hash])
    assert.isNull(yield* read(hash))
    assert.deepStrictEqual(yield* Effect.promise(() => readdir(join(file, ".."))), [])
  }).pipe(Effect.provide(layerDiskBytes(folder)))
)

it.effect("links to blobs expire after 7 days, and are valid for one blob only", () =>
  Effect.gen(function* () {
    const { check, make } = yield* BlobLinks
    const hash = sha256("picture")
    const link = new URL(yield* make(hash), "http://mon.example.com/blobs/")
    const claims = {
      hash,
      expires: link.searchParams.get("expires") ?? "",
      signature: link.searchParams.get("signature") ?? ""
    }
    assert.strictEqual(link.pathname, `/blobs/${hash}`)
    assert.isTrue(yield* check(claims))
    assert.isFalse(yield* check({ ...claims, hash: sha256("another") }))
    assert.isFalse(yield* check({ ...claims, expires: String(Number(claims.expires) + 1) }))
    assert.isFalse(yield* check({ ...claims, signature: "" }))
    yield* TestClock.adjust("167 hours")
    assert.isTrue(yield* check(claims))
    yield* TestClock.adjust("1 hour")
    assert.isFalse(yield* check(claims))
  }).pipe(Effect.provide(Layer.provide(BlobLinks.layer, Secrets.layer(["a-secret-of-enough-characters-for-this"]))))
)
