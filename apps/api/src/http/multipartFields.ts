/** The limit on the number of parts. A form must have fewer parts, and no form of the service has as many. */
const MAX_PARTS = 16
/** The largest number of bytes of one part's headers that are read. */
const MAX_PART_HEADER = 2_048
/** Matches the boundary parameter of a multipart content type (RFC 2046 section 5.1.1). */
const BOUNDARY = /;\s*boundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/iu
const NAME = /;\s*name="([^"\r\n]{0,100})"/iu

/**
 * Returns the fields of a form in `multipart/form-data` (RFC 7578) as bytes. For a repeated name, returns the first
 * value that is not empty. Returns null if the body is not such a form. Takes linear time.
 */
export const multipartFields = (contentType: string, body: Uint8Array): ReadonlyMap<string, Buffer> | null => {
  const found = /^multipart\/form-data\b/iu.test(contentType) ? BOUNDARY.exec(contentType) : null
  const boundary = found?.[1] ?? found?.[2]
  if (boundary === undefined) return null
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  const delimiter = Buffer.from(`\r\n--${boundary}`)
  const fields = new Map<string, Buffer>()
  // The first delimiter has no line break before it.
  if (!bytes.subarray(0, delimiter.length - 2).equals(delimiter.subarray(2))) return null
  let start = delimiter.length - 2
  for (let count = 0; count <= MAX_PARTS; count++) {
    if (bytes.subarray(start, start + 2).toString("latin1") === "--") return fields
    if (count === MAX_PARTS) return null
    const end = bytes.indexOf(delimiter, start)
    if (end < 0) return null
    const cut = bytes.subarray(start, Math.min(end, start + MAX_PART_HEADER)).indexOf("\r\n\r\n")
    if (cut < 0) return null
    const name = NAME.exec(bytes.toString("utf8", start, start + cut))?.[1]
    const value = bytes.subarray(start + cut + 4, end)
    if (name !== undefined && value.length > 0 && !fields.has(name)) fields.set(name, value)
    start = end + delimiter.length
  }
  return null
}
