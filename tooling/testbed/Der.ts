/** The few DER forms that a certificate needs (ITU-T X.690). */

const length = (size: number): Buffer => {
  if (size < 0x80) return Buffer.of(size)
  const bytes: Array<number> = []
  for (let rest = size; rest > 0; rest >>= 8) bytes.unshift(rest & 0xff)
  return Buffer.of(0x80 | bytes.length, ...bytes)
}

export const tagged = (tag: number, ...contents: ReadonlyArray<Buffer>): Buffer => {
  const body = Buffer.concat(contents)
  return Buffer.concat([Buffer.of(tag), length(body.length), body])
}

export const sequence = (...items: ReadonlyArray<Buffer>) => tagged(0x30, ...items)
export const set = (...items: ReadonlyArray<Buffer>) => tagged(0x31, ...items)
export const octets = (bytes: Buffer) => tagged(0x04, bytes)
export const bits = (bytes: Buffer, unused = 0) => tagged(0x03, Buffer.of(unused), bytes)
export const boolean = (value: boolean) => tagged(0x01, Buffer.of(value ? 0xff : 0))
export const utf8 = (text: string) => tagged(0x0c, Buffer.from(text, "utf8"))
export const nothing = () => tagged(0x05)

export const integer = (value: number | Buffer): Buffer => {
  const bytes =
    typeof value === "number" ? Buffer.from(value.toString(16).padStart(value > 0xff ? 4 : 2, "0"), "hex") : value
  return tagged(0x02, (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.of(0), bytes]) : bytes)
}

const base128 = (value: number) => {
  const bytes = [value & 0x7f]
  for (let left = value >>> 7; left > 0; left >>>= 7) bytes.unshift(0x80 | (left & 0x7f))
  return bytes
}

export const oid = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number)
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

/** Encodes a time: UTCTime through 2049, otherwise GeneralizedTime (RFC 5280 section 4.1.2.5). */
export const time = (date: Date): Buffer => {
  const digits = date.toISOString().replaceAll(/[-:T]/g, "").slice(0, 14)
  const year = date.getUTCFullYear()
  return year >= 1950 && year < 2050
    ? tagged(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : tagged(0x18, Buffer.from(`${digits}Z`))
}
