import { argumentsOf, aString } from "@mon/bundled/arguments"
import { closestWord } from "../closestWord.ts"
import { parseDkimKey } from "./DkimKey.ts"

const acceptCorrectDkim = /* @__PURE__ */ argumentsOf("correctDkim", () => ({ text: aString }))

/** The characters that zone files, forms and word processors leave in a published record, with their replacements. */
const CHARACTERS: ReadonlyArray<readonly [RegExp, string]> = [
  [/[\u200b-\u200f\u2060\ufeff\u00ad]/g, ""],
  [/\\[nrt]|-{5}(?:BEGIN|END)[A-Z ]*PUBLIC KEY-{5}/g, " "],
  [/"\s*"/g, ""],
  [/[\u2018\u2019\u201c\u201d"'`\\]/g, ""],
  [/\uff1b/g, ";"],
  [/\uff1d/g, "="],
  [/[\s\u00a0\u3000]+/g, " "]
]

const TAGS = ["v", "h", "k", "s", "t", "p"] as const
type TagName = (typeof TAGS)[number]

/** The part of a zone file's line before the record's text. */
const ZONE_LINE = /^.*?\bTXT \(? ?(?=[vkp]\s*[=:])/i
const ZONE_REST = /[\s;]*\)[\s;]*(?:-{2,}.*)?$/
/** A tag. The semicolon before it may be missing, or be replaced by another character. "n" and "g" have no effect. */
const TAG = /(?:^|[;,|\s])\s*([vhkstpng])\s*[=:]\s*/gi
/** A version or a key type that the next tag follows without a separator. */
const GLUED = /((?:^|[;,|\s])v=DKIM1|(?<=[;,|\s]|DKIM1)k=(?:rsa|ed25519))(?=[hkstpng]=)/gi
/** A key without its tag. The pattern starts like every RSA public key with at least 1,024 bits. */
const BARE_KEY = /(?:^|[;,|\s])(MI[GIM][A-Za-z0-9+/ ]{128,}={0,2})\s*$/

const MAX_MISSPELT_VERSION = 1
const KEY_TYPES = ["rsa", "ed25519"] as const
/** The base64 start of an Ed25519 key that is wrapped as SubjectPublicKeyInfo (RFC 8410). */
const WRAPPED_ED25519 = /^MCowBQYDK2VwAyEA/

const MAX_LENGTH = 8192

type Tags = ReadonlyMap<TagName, string>

const isTagName = (name: string): name is TagName => TAGS.some((tag) => tag === name)

/** Returns the tags of a text; null if a tag has two values, or if the text has no tags. */
const tagsIn = (text: string): Tags | null => {
  const starts = [...text.matchAll(TAG)]
  const tags = new Map<TagName, string>()
  for (const [index, match] of starts.entries()) {
    const name = (match[1] ?? "").toLowerCase()
    const rest = text.slice(match.index + match[0].length, starts[index + 1]?.index ?? text.length)
    const value = rest.split(/[;,|]/)[0]?.trim() ?? ""
    if (!isTagName(name)) continue
    if (tags.has(name) && tags.get(name) !== value) return null
    tags.set(name, value)
  }
  const bare = BARE_KEY.exec(text)?.[1]
  if (!tags.has("p") && bare !== undefined) tags.set("p", bare)
  return tags.has("p") ? tags : null
}

/**
 * Returns the key as base64: without blanks, converted from the URL alphabet, and without the wrapping of an Ed25519
 * key.
 */
const keyIn = (value: string, type: string | undefined): string => {
  const joined = value
    .replace(/[\s.]+/g, "")
    .replace(/^p=/i, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/")
    .replace(/=+$/, "")
  const key = type === "rsa" ? joined : joined.replace(WRAPPED_ED25519, "")
  return key + "=".repeat((4 - (key.length % 4)) % 4)
}

const plain = (value: string): string => value.toLowerCase().replace(/\s/g, "")

const typeIn = (value: string | undefined, key: string): string | undefined => {
  const word =
    value === undefined
      ? undefined
      : plain(value)
          .replace(/[-_]?sha-?256$/, "")
          .replace(/^rsa[-_]?\d{4}$/, "rsa")
  const isWrapped = WRAPPED_ED25519.test(key.replace(/\s/g, ""))
  if (word === undefined || word === "") return isWrapped ? "ed25519" : undefined
  return closestWord(word, KEY_TYPES, 1) ?? word
}

const compose = (tags: Tags): string | null => {
  const version = plain(tags.get("v") ?? "dkim1")
  if (/^dkim[02-9]/.test(version) || closestWord(version, ["dkim1"], MAX_MISSPELT_VERSION) === null) return null
  const type = typeIn(tags.get("k"), tags.get("p") ?? "")
  const values: Readonly<Record<TagName, string | undefined>> = {
    v: "DKIM1",
    h: tags.get("h") || undefined,
    k: type,
    s: tags.get("s") || undefined,
    t: tags.get("t") || undefined,
    p: keyIn(tags.get("p") ?? "", type)
  }
  return TAGS.flatMap((name) => {
    const value = values[name]
    if (value === undefined) return []
    return [`${name}=${name === "v" || name === "p" ? value : plain(value)}`]
  }).join("; ")
}

/**
 * Corrects common mistakes in a DKIM key record if the intent is clear: quotes and backslashes of a zone file, blanks
 * and separators, the version, a key without its tag, and a wrapped Ed25519 key. The key itself and its limits ("h",
 * "s", "t") do not change. Null if there is nothing to correct, the intent is unclear, or the key is damaged.
 *
 * @example
 * correctDkim('v=DKIM1\\; k=ed25519\\; p=11qYAYKxCrfVS/7TyWQHOg7hc" "vPapiMlrwIaaPcHURo=')
 * // => "v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo="
 * correctDkim("v=DKIM1; p=damaged") // => null
 */
export const correctDkim = (text: string): string | null => {
  acceptCorrectDkim(text)
  if (text.length > MAX_LENGTH || parseDkimKey(text).faults.length === 0) return null
  const cleaned = CHARACTERS.reduce((record, [wrong, right]) => record.replace(wrong, right), text)
    .trim()
    .replace(ZONE_LINE, "")
    .replace(ZONE_REST, "")
    .replace(GLUED, "$1;")
  const tags = tagsIn(cleaned)
  const corrected = tags === null ? null : compose(tags)
  return corrected !== null && parseDkimKey(corrected).faults.length === 0 ? corrected : null
}
