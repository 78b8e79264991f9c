import type { ServedStatusPage } from "@mon/core-store"
import { logoPath, type PageFile, pageFiles, type PageOptions, styleSheet } from "@mon/status-page"
import { hash } from "node:crypto"
import { makeServedFile, type ServedFile } from "./ServedFile.ts"

/** Bytes of the files of a page in memory, without compressed copies. Others are written when they are asked for. */
const MOST_BYTES = 8_388_608

/** The bytes of a logo. */
export interface LogoBytes {
  readonly bytes: Uint8Array
  readonly contentType: string
}

/** A page in memory. Files are written when somebody asks for them. */
export interface CachedPage {
  readonly served: ServedStatusPage
  /** The time at which it was read, in milliseconds. */
  readonly readAt: number
  readonly logo: LogoBytes | null
  /** The hash of the only style sheet that its HTML may have (Content Security Policy). */
  readonly styleHash: string
  /** Null: there is no such file. */
  readonly file: (path: string) => ServedFile | null
  /** The paths that somebody asked for. */
  readonly asked: () => Iterable<string>
}

/** Puts a page into memory. */
export const makeCachedPage = (
  served: ServedStatusPage,
  logo: LogoBytes | null,
  readAt: number,
  options: PageOptions
): CachedPage => {
  const { document } = served
  const writers: ReadonlyMap<string, () => PageFile> = pageFiles(document, options)
  const files = new Map<string, ServedFile>()
  let bytes = 0
  const keep = (path: string, made: ServedFile): void => {
    files.set(path, made)
    bytes += made.plain.length
    for (const [oldest, { plain }] of files) {
      if (bytes <= MOST_BYTES) break
      files.delete(oldest)
      bytes -= plain.length
    }
  }
  const file = (path: string): ServedFile | null => {
    const known = files.get(path)
    if (known !== undefined) return known
    const write = writers.get(path)
    if (write === undefined) return null
    const made = makeServedFile(write())
    keep(path, made)
    return made
  }
  return {
    served,
    readAt,
    logo,
    styleHash: `sha256-${hash("sha256", styleSheet(document), "base64")}`,
    file,
    asked: () => files.keys()
  }
}

/** Whether a path is that of the page's logo. */
export const isLogoPath = ({ served }: CachedPage, path: string): boolean =>
  served.document.logo !== null && path === logoPath(served.document.logo)
