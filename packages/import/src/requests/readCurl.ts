import type { RecordedRequest, RequestHeader, RequestPart } from "./RecordedRequest.ts"
import { shellCommands } from "./shellCommands.ts"

/** The short names of options, and their long ones (curl(1)). */
const SHORT: ReadonlyMap<string, string> = new Map([
  ["A", "user-agent"],
  ["E", "cert"],
  ["F", "form"],
  ["G", "get"],
  ["H", "header"],
  ["I", "head"],
  ["L", "location"],
  ["T", "upload-file"],
  ["X", "request"],
  ["b", "cookie"],
  ["c", "cookie-jar"],
  ["d", "data"],
  ["e", "referer"],
  ["k", "insecure"],
  ["m", "max-time"],
  ["o", "output"],
  ["u", "user"],
  ["w", "write-out"],
  ["x", "proxy"]
])

/** The options with a value that change the request. */
const DATA: ReadonlySet<string> = new Set(["data", "data-ascii", "data-binary", "data-raw", "data-urlencode", "json"])

/** The options with a value that say nothing about the request. */
const LOCAL: ReadonlySet<string> = new Set([
  "connect-timeout",
  "cookie-jar",
  "max-time",
  "output",
  "retry",
  "retry-delay",
  "stderr",
  "write-out"
])

const FILES = "Mon does not send files."
const unable: ReadonlyMap<string, string> = new Map([
  ["cacert", "Mon always checks the certificate."],
  ["cert", "Mon does not support client certificates."],
  ["form", FILES],
  ["key", "Mon does not support client certificates."],
  ["proxy", "Mon does not support proxies."],
  ["resolve", "Mon has its own resolvers."],
  ["upload-file", FILES],
  ["user-agent", "Mon sends its own User-Agent."]
])

/** The options with a value. All others are switches. */
const WITH_VALUE: ReadonlySet<string> = new Set([
  ...DATA,
  ...LOCAL,
  ...unable.keys(),
  "cookie",
  "header",
  "oauth2-bearer",
  "referer",
  "request",
  "url",
  "user"
])

const FORM = "application/x-www-form-urlencoded"

interface Option {
  readonly name: string
  readonly value: string
  /** The option as it is written. */
  readonly from: string
}

/** Returns the options and the addresses of a command. */
const optionsOf = (words: ReadonlyArray<string>): ReadonlyArray<Option> => {
  const options: Array<Option> = []
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? ""
    if (word.startsWith("--") && word.length > 2) {
      const name = word.slice(2)
      options.push({ name, from: word, value: WITH_VALUE.has(name) ? (words[++at] ?? "") : "" })
    } else if (word.startsWith("-") && word.length > 1) {
      for (let letter = 1; letter < word.length; letter++) {
        const short = word.charAt(letter)
        const name = SHORT.get(short) ?? short
        const isLast = !WITH_VALUE.has(name)
        const rest = word.slice(letter + 1)
        options.push({ name, from: `-${short}`, value: isLast ? "" : rest === "" ? (words[++at] ?? "") : rest })
        if (!isLast) break
      }
    } else options.push({ name: "url", from: "(address)", value: word })
  }
  return options
}

const headerOf = ({ from, value }: Option): RequestHeader => {
  const [, name = "", rest = ""] = /^([^:]*):?(.*)$/su.exec(value) ?? []
  return { from: `${from} ${name.trim()}`, name: name.trim(), value: rest.trim() }
}

/** Returns the data of an option as curl sends it. Null: the data is in a file. */
const dataOf = ({ name, value }: Option): string | null => {
  if (name === "data-raw") return value
  if (name !== "data-urlencode") return value.startsWith("@") ? null : value
  const [, key = "", text = value] = /^([^=@]*)=(.*)$/su.exec(value) ?? []
  if (/^[^=]*@/u.test(value)) return null
  return (key === "" ? "" : `${key}=`) + encodeURIComponent(text)
}

const withScheme = (address: string): string => (/^[a-z]+:\/\//iu.test(address) ? address : `http://${address}`)

/** Returns the requests of one command. Each address is one request. */
const requestsOf = (words: ReadonlyArray<string>): ReadonlyArray<RecordedRequest> => {
  const options = optionsOf(words)
  const all = (...names: ReadonlyArray<string>) => options.filter(({ name }) => names.includes(name))
  const last = (name: string): Option | null => all(name).at(-1) ?? null
  const headers = all("header").map(headerOf)
  const leftOut = options.flatMap(({ from, name }): ReadonlyArray<readonly [string, string]> => {
    const reason = name === "insecure" ? "Mon always checks the certificate." : unable.get(name)
    return reason === undefined ? [] : [[from, reason]]
  })
  const add = (name: string, { from, value }: RequestPart) => {
    if (!headers.some((header) => header.name.toLowerCase() === name)) headers.push({ from, name, value })
  }
  const cookie = last("cookie")
  if (cookie?.value.includes("=") === true) add("cookie", cookie)
  else if (cookie !== null) leftOut.push([cookie.from, FILES])
  const referer = last("referer")
  if (referer !== null) add("referer", referer)
  const given = all(...DATA)
  const data = given.map(dataOf)
  leftOut.push(...given.filter((_, index) => data[index] === null).map(({ from }) => [from, FILES] as const))
  const text = data.filter((one) => one !== null).join("&")
  const from = given[0]?.from ?? ""
  const isQuery = last("get") !== null
  const isJson = given.some(({ name }) => name === "json")
  if (given.length > 0 && !isQuery) add("content-type", { from, value: isJson ? "application/json" : FORM })
  if (isJson) add("accept", { from, value: "application/json" })
  const usual = last("head") !== null ? "HEAD" : given.length > 0 && !isQuery ? "POST" : "GET"
  const method = last("request")
  return all("url").map(({ value }) => {
    const url = withScheme(value)
    return {
      url: isQuery && text !== "" ? `${url}${url.includes("?") ? "&" : "?"}${text}` : url,
      method: { from: method?.from ?? from, value: (method?.value ?? usual).toUpperCase() },
      headers: headers.filter((header) => header.name !== ""),
      body: isQuery || text === "" ? null : { from, value: text },
      user: last("user"),
      token: last("oauth2-bearer"),
      status: null,
      followsRedirects: last("location") !== null,
      leftOut
    }
  })
}

const PROGRAM = /(?:^|\/)curl(?:\.exe)?$/u

/**
 * Returns the requests of all curl commands in a text, in order.
 *
 * ```ts
 * readCurl("curl -d user=probe https://example.com/login")[0]?.method.value // => "POST"
 * ```
 */
export const readCurl = (text: string): ReadonlyArray<RecordedRequest> =>
  shellCommands(text)
    .filter(([program = ""]) => PROGRAM.test(program))
    .flatMap(([, ...words]) => requestsOf(words))
