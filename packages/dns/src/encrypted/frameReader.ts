/** Messages follow their length in two octets (RFC 1035 section 4.2.2). */
const LENGTH = 2

/** Cuts a stream into messages. Each octet is copied once, whatever the pieces in which it arrives. */
export const makeFrameReader = (onMessage: (message: Buffer) => void): ((bytes: Buffer) => void) => {
  const length = Buffer.alloc(LENGTH)
  let part = length
  let filled = 0
  return (bytes) => {
    let at = 0
    while (at < bytes.length) {
      const copied = bytes.copy(part, filled, at)
      at += copied
      filled += copied
      if (filled < part.length) return
      filled = 0
      if (part !== length) {
        const message = part
        part = length
        onMessage(message)
      } else if (length.readUInt16BE(0) > 0) part = Buffer.alloc(length.readUInt16BE(0))
      else onMessage(Buffer.alloc(0))
    }
  }
}
