/** The cost of argon2: memory in KiB, number of passes, lanes. */
export interface Argon2Parameters {
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

/** An argon2id hash with its parameters and salt. */
export interface PhcString {
  readonly parameters: Argon2Parameters
  readonly salt: Uint8Array
  readonly tag: Uint8Array
}

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64").replace(/=+$/u, "")

const PHC = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{11,86})\$([A-Za-z0-9+/]{16,86})$/u

/** The PHC string format: `$argon2id$v=19$m=…,t=…,p=…$salt$hash`. */
export const formatPhc = ({ parameters: { memory, parallelism, passes }, salt, tag }: PhcString): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${base64(salt)}$${base64(tag)}`

/** Parses the output of {@link formatPhc}. Null for anything else. */
export const parsePhc = (text: string): PhcString | null => {
  const [, memory, passes, parallelism, salt = "", tag = ""] = PHC.exec(text) ?? []
  return memory === undefined
    ? null
    : {
        parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
        salt: Buffer.from(salt, "base64"),
        tag: Buffer.from(tag, "base64")
      }
}
