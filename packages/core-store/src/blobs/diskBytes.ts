import { createHash, randomBytes } from "node:crypto"
import { mkdir, open, readFile, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { StoreError } from "../sql/operation.ts"
import { BlobBytes } from "./BlobBytes.ts"

const codeOf = (cause: unknown): unknown =>
  typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined

// Two levels of 256 folders each, so that no folder gets too many entries.
const fileOf = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash.slice(2, 4), hash)

// The file gets its final name only when all bytes are on the disk.
const write = async (file: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const unfinished = `${file}.${randomBytes(6).toString("hex")}`
  try {
    const handle = await open(unfinished, "wx", 0o600)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(unfinished, file)
  } catch (cause) {
    await rm(unfinished, { force: true })
    throw cause
  }
}

const read = async (file: string, hash: string): Promise<Uint8Array | null> => {
  const bytes = await readFile(file).catch((cause: unknown) => {
    if (codeOf(cause) === "ENOENT") return null
    throw cause
  })
  if (bytes !== null && createHash("sha256").update(bytes).digest("hex") !== hash) {
    throw new Error(`${file} is damaged: the SHA-256 of its content differs from its name`)
  }
  return bytes
}

const attempt = <A>(operation: string, work: () => Promise<A>): Effect.Effect<A, StoreError> =>
  Effect.tryPromise({ try: work, catch: (cause) => new StoreError({ reason: "Unavailable", operation, cause }) })

/** Stores the bytes in files below `folder`. Only processes on the same machine can share the files. */
export const layerDiskBytes = (folder: string): Layer.Layer<BlobBytes> =>
  Layer.succeed(
    BlobBytes,
    BlobBytes.of({
      write: Effect.fn("BlobBytes.write")((hash, bytes) =>
        attempt("BlobBytes.write", () => write(fileOf(folder, hash), bytes))
      ),
      read: Effect.fn("BlobBytes.read")((hash) => attempt("BlobBytes.read", () => read(fileOf(folder, hash), hash))),
      remove: Effect.fn("BlobBytes.remove")((hashes) =>
        attempt("BlobBytes.remove", async () => {
          for (const hash of hashes) await rm(fileOf(folder, hash), { force: true })
        })
      )
    })
  )
