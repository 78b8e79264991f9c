import type { PageFile } from "@mon/status-page"
import { hash } from "node:crypto"
import type { IncomingHttpHeaders } from "node:http"
import { brotliCompress, constants, gzip } from "node:zlib"
import { contentCoding, type HttpResponse, matchesTag, type ResponseHeaders } from "../../http/HttpResponse.ts"

/**
 * The Brotli level. At this level, Brotli is about as fast as gzip, with smaller results. A file is compressed once for
 * all its readers.
 */
const BROTLI_QUALITY = 5

/** A file in memory. Compressed copies are added when they are ready. */
export interface ServedFile {
  readonly contentType: string
  readonly tag: string
  readonly plain: Buffer
  br: Buffer | null
  gzip: Buffer | null
}

/**
 * Creates a file in memory. Until zlib's thread pool has made its compressed copies, readers get the file uncompressed.
 */
export const makeServedFile = ({ body, contentType }: PageFile): ServedFile => {
  const plain = Buffer.from(body)
  const file: ServedFile = {
    contentType,
    tag: `W/"${hash("sha1", plain, "base64url")}"`,
    plain,
    br: null,
    gzip: null
  }
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length
  }
  brotliCompress(plain, { params }, (error, result) => {
    if (error === null) file.br = result
  })
  gzip(plain, (error, result) => {
    if (error === null) file.gzip = result
  })
  return file
}

export const servedResponse = (
  file: ServedFile,
  request: Pick<IncomingHttpHeaders, "accept-encoding" | "if-none-match">,
  headers: ResponseHeaders
): HttpResponse => {
  const known = { ...headers, ETag: file.tag, Vary: "Accept-Encoding" }
  if (matchesTag(request["if-none-match"], file.tag))
    return { status: 304, contentType: file.contentType, body: "", headers: known }
  const coding = contentCoding(request["accept-encoding"])
  const copy = coding === null ? null : file[coding]
  return copy === null || coding === null
    ? { status: 200, contentType: file.contentType, body: file.plain, headers: known }
    : { status: 200, contentType: file.contentType, body: copy, headers: { ...known, "Content-Encoding": coding } }
}
