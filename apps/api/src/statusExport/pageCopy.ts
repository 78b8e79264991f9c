import type { ServedStatusPage } from "@mon/core-store"
import { logoPath, pageFiles } from "@mon/status-page"
import { Effect } from "effect"
import { createHash } from "node:crypto"
import type { ExportedFile } from "./ExportTarget.ts"

const filePath = (path: string): string => (path === "" || path.endsWith("/") ? `${path}index.html` : path)

/**
 * Returns all files of the copy of a page, including its logo. A file server cannot handle subscriptions, so the copy
 * links to the service for them. A page can have more than a thousand files, so each file is rendered in a separate
 * turn of the event loop.
 */
export const copyOf = Effect.fnUntraced(function* (
  { document }: ServedStatusPage,
  logo: Uint8Array | null
): Effect.fn.Return<ReadonlyArray<ExportedFile>> {
  const options = { subscribeUrl: `${document.url}/subscribe` }
  const files: Array<ExportedFile> = []
  for (const [path, write] of pageFiles(document, options)) {
    const { body, contentType } = write()
    files.push({ path: filePath(path), contentType, body: Buffer.from(body) })
    yield* Effect.yieldNow
  }
  if (logo === null || document.logo === null) return files
  return [...files, { path: logoPath(document.logo), contentType: document.logo.contentType, body: Buffer.from(logo) }]
})

/** Returns a hash of all files. Each file is hashed in a separate turn of the event loop. */
export const hashOf = Effect.fnUntraced(function* (files: ReadonlyArray<ExportedFile>): Effect.fn.Return<string> {
  const sum = createHash("sha256")
  for (const { body, path } of files) {
    sum.update(path).update("\u0000").update(body).update("\u0000")
    yield* Effect.yieldNow
  }
  return sum.digest("hex")
})
