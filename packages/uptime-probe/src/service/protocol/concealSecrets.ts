const CONCEALED = "[hidden]"
/** The shortest secret that is replaced. A shorter one is a part of many words. */
const LEAST_LENGTH = 4
/** A server may cut a secret off, so its first characters are enough to recognize it. */
const BEGINNING_LENGTH = 8

/** The parts of a request that hold secrets. */
interface Secrets {
  readonly login?: { readonly username: string; readonly password: string }
  readonly metadata?: Readonly<Record<string, string>>
  readonly secret?: string
}

const base64 = (text: string): string => Buffer.from(text).toString("base64")

/** The forms in which a secret is sent or shown: in a string, and in the methods PLAIN and LOGIN of mail servers. */
const formsOf = ({ login, metadata = {}, secret }: Secrets): ReadonlySet<string> => {
  const plain = [login?.password, secret, ...Object.values(metadata)].filter((text) => text !== undefined)
  const encoded = login === undefined ? [] : [base64(login.password), base64(`\0${login.username}\0${login.password}`)]
  const quoted = plain.map((text) => text.replaceAll(/["\\]/gu, "\\$&"))
  return new Set([...plain, ...encoded, ...quoted].filter((text) => text.length >= LEAST_LENGTH))
}

/** Replaces the secrets of a request in a message, because some servers repeat a command that they do not know. */
export const concealSecrets = (message: string, request: object): string => {
  let shown = message
  for (const form of formsOf(request as Secrets)) {
    const beginning = form.slice(0, BEGINNING_LENGTH)
    for (let at = shown.indexOf(beginning); at !== -1; at = shown.indexOf(beginning, at + CONCEALED.length)) {
      let end = at + beginning.length
      while (end - at < form.length && shown[end] === form[end - at]) end++
      shown = `${shown.slice(0, at)}${CONCEALED}${shown.slice(end)}`
    }
  }
  return shown
}
