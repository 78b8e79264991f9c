import type { Secrets } from "@mon/core-store"

const TOKEN = /^([\w-]{22})\.([\w-]{43})$/u
const ID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/u

/** Makes a token from a public id and a signature. `label` names its purpose, so that tokens of others do not work. */
export const signId = ({ sign }: Secrets["Service"], label: string, id: string): string => {
  const claims = Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url")
  return `${claims}.${sign(label, claims)}`
}

/** Returns the id in a token, or null if the token has another form or another signature. */
export const readSignedId = ({ verify }: Secrets["Service"], label: string, token: string): string | null => {
  const [, claims = "", signature = ""] = TOKEN.exec(token) ?? []
  return verify(label, claims, signature)
    ? Buffer.from(claims, "base64url").toString("hex").replace(ID, "$1-$2-$3-$4-$5")
    : null
}
