import type { ServedStatusPage } from "@mon/core-store"
import { logoPath, pageFiles } from "@mon/status-page"
import { createHash } from "node:crypto"
import type { ExportedFile } from "./ExportTarget.ts"

const filePath = (path: string): string => (path === "" || path.endsWith("/") ? `${path}index.html` : path)

/**
 * All files of the copy of a page, with its logo. A file server takes no subscriptions: the copy leads to the
 * service.
 */
export const copyOf = ({ document }: ServedStatusPage, logo: Uint8Array | null): ReadonlyArray<ExportedFile> => {
  const options = { subscribeUrl: `${document.url}/subscribe` }
  const files = [...pageFiles(document, options)].map(([path, write]) => {
    const { body, contentType } = write()
    return { path: filePath(path), contentType, body: Buffer.from(body) }
  })
  if (logo === null || document.logo === null) return files
  return [...files, { path: logoPath(document.logo), contentType: document.logo.contentType, body: Buffer.from(logo) }]
}

/** A hash of all files. */
export const hashOf = (files: ReadonlyArray<ExportedFile>): string => {
  const sum = createHash("sha256")
  for (const { body, path } of files) sum.update(path).update("\u0000").update(body).update("\u0000")
  return sum.digest("hex")
}
